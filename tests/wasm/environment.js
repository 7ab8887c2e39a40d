// Programs see the environment of node, SELVAGE_DATA above all. (ENV is there only if they ask.)
Module['preRun'] = [function () {
  if (typeof ENV !== 'undefined') Object.assign(ENV, process.env);
}];
