// The style sheet of a page. Wide screens are filled: charts, pictures and cards stand side by side
// where each has room, text and tables take the whole width. A table wraps its heads first and is
// scrolled in its own box only where that does not do; its first column and a shadow at the edge
// tell that there is more. On phones the table of claims becomes a card for each claim.

#include "page_parts.h"

// Colours. The dark ones are not for paper.
static const char colors[] =
    ":root{color-scheme:light dark;--ink:#1c2024;--paper:#ffffff;--card:#fbfcfd;"
    "--faint:rgba(80,110,150,.11);--rule:#d5dbe1;--soft:#57606a;--link:#0b62a8;"
    "--shade:rgba(20,30,40,.28);--good:#17702f;--half:#8a5a00;--bad:#b42318;"
    "--good-back:rgba(26,127,55,.12);--half-back:rgba(200,140,0,.16);"
    "--bad-back:rgba(200,50,30,.11);--open-back:rgba(110,120,130,.14);"
    "--series-1:#0b62a8;--series-2:#c2410c;--series-3:#1a7f37;--series-4:#8250df;"
    "--series-5:#9a6700;--series-6:#b8206c}\n"
    "@media screen and (prefers-color-scheme:dark){:root{--ink:#e6e9ec;--paper:#14181c;"
    "--card:#191e23;--faint:rgba(140,175,215,.13);--rule:#39424b;--soft:#a6afb8;--link:#7cbcff;"
    "--shade:rgba(0,0,0,.75);--good:#74d98f;--half:#e5bd55;--bad:#ff9184;"
    "--good-back:rgba(70,190,100,.16);--half-back:rgba(220,170,50,.16);"
    "--bad-back:rgba(255,100,80,.15);--open-back:rgba(160,170,180,.16);"
    "--series-1:#6cb6ff;--series-2:#ff9a5c;--series-3:#6fdd8b;--series-4:#c8a2ff;"
    "--series-5:#e3c14f;--series-6:#ff8fc2}}\n";

static const char layout[] =
    "*{box-sizing:border-box}\n"
    "body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.55 system-ui,sans-serif;"
    "overflow-wrap:break-word}\n"
    "main,footer{max-width:104rem;margin:0 auto;padding:1rem clamp(1rem,2.5vw,2.5rem)}\n"
    "a{color:var(--link)}nav{font-size:.9rem}\n"
    "h1{font-size:clamp(1.5rem,1.1rem + 1.4vw,2.1rem);line-height:1.2;margin:.6rem 0;"
    "letter-spacing:-.01em}\n"
    "h2{font-size:1.3rem;margin:2.4rem 0 0;padding-bottom:.3rem;"
    "border-bottom:1px solid var(--rule)}\n"
    "section{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,28rem),1fr));"
    "gap:1.2rem 1.5rem;align-items:start;grid-auto-flow:dense}\n"
    "section>*{grid-column:1/-1;min-width:0;margin-bottom:0}section>p{margin-top:0}"
    "section+section{margin-top:1rem}\n"
    "p{max-width:52rem}section>p+p,section>p:has(+p){grid-column:auto}\n"
    "figure{margin:0}figcaption{color:var(--soft);font-size:.88rem;line-height:1.45;"
    "max-width:60rem}\n"
    "section>.chart,section>.picture{grid-column:auto;border:1px solid var(--rule);"
    "border-radius:10px;background:var(--card);padding:.8rem .9rem}\n"
    "section:not(:has(>.chart~.chart))>.chart{grid-column:1/-1;max-width:50rem}\n"
    ".chart{container-type:inline-size}svg{display:block;width:100%;height:auto}"
    ".narrow{display:none}.hint:hover{fill:currentColor}\n"
    "@container(max-width:33rem){.narrow{display:block}.spacious{display:none}}\n"
    ".chart figcaption,.picture figcaption{margin-top:.5rem}\n"
    ".pictures figcaption{font-size:.84rem;margin-top:.25rem}.pictures+figcaption{margin-top:.6rem;"
    "color:var(--ink)}"
    ".pictures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,18rem),1fr));"
    "gap:1rem}img{display:block;max-width:100%;height:auto;border-radius:6px}\n"
    ".facts{display:flex;flex-wrap:wrap;gap:.2rem 2rem;margin:0;font-size:.86rem}"
    ".facts div{display:flex;gap:.5rem}.facts dt{color:var(--soft)}.facts dd{margin:0}\n"
    ".key{font-size:.88rem;color:var(--soft)}.swatch{background:var(--faint);font-style:italic;"
    "padding:.1rem .5rem;border-radius:4px}\n"
    "footer{margin-top:2.5rem;color:var(--soft);font-size:.85rem;overflow-wrap:anywhere}\n";

static const char tables[] =
    ".table figcaption{margin-bottom:.5rem}section>.slim{grid-column:auto}"
    ".many table{width:100%}"
    "@media(max-width:34rem){.many figcaption::after{content:\" (The table scrolls sideways.)\"}}\n"
    ".scroll{overflow-x:auto;max-width:100%;scrollbar-width:thin;"
    "background:linear-gradient(to left,var(--paper) 40%,transparent) right/4rem 100% no-repeat "
    "local,linear-gradient(to left,var(--shade),transparent) right/1rem 100% no-repeat scroll}\n"
    "table{border-collapse:collapse;font-size:.88rem;line-height:1.4;"
    "font-variant-numeric:tabular-nums;width:max-content;max-width:100%}\n"
    "th,td{padding:.28rem .6rem;text-align:right}thead{border-bottom:1px solid var(--soft)}"
    "tbody{border-bottom:1px solid var(--soft)}tbody tr+tr{border-top:1px solid var(--rule)}"
    "tbody tr+.more{border-top:0}\n"
    "td{white-space:nowrap}th{vertical-align:bottom;font-weight:400}thead th{font-weight:600;"
    "line-height:1.25}\n"
    "tr>th:first-child{text-align:left}.paper{background:var(--faint);font-style:italic}\n"
    "tbody tr:hover{background:var(--faint)}\n"
    ".scroll tr>th:first-child{position:sticky;left:0;background:var(--paper);min-width:5.5rem}\n"
    "@media(max-width:70rem){table{font-size:.82rem}th,td{padding:.28rem .42rem}}"
    "@media(max-width:48rem){.scroll tr>th:first-child{max-width:8.5rem;"
    "min-width:4.5rem}}\n";

static const char claims[] =
    ".claims{width:100%;font-size:.95rem}.claims td,.claims th{white-space:normal;"
    "text-align:left;vertical-align:top;padding:.45rem .7rem}\n"
    ".claims tbody th{width:40%}.claims .verdict{width:7rem;white-space:nowrap}"
    ".claims .group th{font-weight:600;font-size:1.05rem;padding-top:1.4rem}"
    ".claims .group:hover{background:none}.claims tbody+tbody{border-top:0}"
    ".claims tbody{border:0}.claims tr{border-bottom:1px solid var(--rule)}\n"
    ".mark{display:inline-block;white-space:nowrap;font-weight:600;font-size:.86rem;"
    "padding:.05rem .55rem;border-radius:99px;border:1px solid}\n"
    ".good{color:var(--good);background:var(--good-back)}"
    ".half{color:var(--half);background:var(--half-back)}"
    ".bad{color:var(--bad);background:var(--bad-back)}"
    ".open{color:var(--soft);background:var(--open-back)}\n"
    "@media screen and (max-width:42rem){.claims,.claims tbody,.claims tr,.claims td,.claims "
    "th{display:block;"
    "width:auto!important;border:0;padding:0}.claims thead{display:none}"
    ".claims tr{border:1px solid var(--rule);border-radius:10px;padding:.6rem .8rem;"
    "margin:0 0 .7rem;background:var(--card)}.claims .group{border:0;background:none;"
    "padding:.8rem 0 0;margin-bottom:.3rem}"
    ".claims tbody tr:not(.group) th{font-weight:600;margin:.35rem 0}"
    ".claims td.paper{background:none}.claims td[data-head]::before{content:attr(data-head) \": \";"
    "color:var(--soft);font-style:normal}.claims td:empty{display:none}}\n";

static const char cards[] =
    ".cards{display:grid;gap:1.2rem;"
    "grid-template-columns:repeat(auto-fill,minmax(min(100%,15rem),1fr))}\n"
    ".card{display:flex;flex-direction:column;gap:.5rem;border:1px solid var(--rule);"
    "border-radius:12px;background:var(--card);padding:1rem;overflow:hidden}"
    ".card h3{margin:0;font-size:1.15rem}.card p{margin:0;font-size:.9rem}"
    ".card .note{color:var(--soft);font-size:.85rem}.card .links{font-size:.88rem;"
    "margin-top:auto;padding-top:.3rem}.card "
    "img{border-radius:8px;width:100%;aspect-ratio:8/5;object-fit:cover}\n"
    ".marks{display:flex;flex-wrap:wrap;gap:.35rem}\n"
    ".alarm{border:1px solid var(--bad);background:var(--bad-back);border-radius:10px;"
    "padding:.7rem 1rem;max-width:none;font-weight:600}\n"
    "@media print{main,footer{padding:0;max-width:none}.chart,.picture,.card,tr"
    "{break-inside:avoid}h2{break-after:avoid}.scroll{overflow:visible;background:none}"
    "table{font-size:.7rem}th,td{padding:.15rem .3rem}"
    ".scroll tr>th:first-child{position:static;min-width:0}nav{display:none}}\n";

void Page_WriteStyle(FILE* stream) {
    const char* const parts[] = {colors, layout, tables, claims, cards};
    fputs("<style>\n", stream);
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); ++i) {
        fputs(parts[i], stream);
    }
    fputs("</style>\n", stream);
}
