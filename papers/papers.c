// The table of papers: a new one is a folder and a line here.

#include "paper.h"

#include "papers/bade2015/bade2015.h"
#include "papers/ding2013/ding2013.h"
#include "papers/han2021/han2021.h"
#include "papers/wang2018/wang2018.h"
#include "papers/zhang2012/zhang2012.h"

static const Paper* const papers[] = {&ding2013Paper, &bade2015Paper, &han2021Paper, &wang2018Paper,
                                      &zhang2012Paper};

const Paper* Paper_At(int index) {
    const int count = (int)(sizeof(papers) / sizeof(papers[0]));
    return index >= 0 && index < count ? papers[index] : NULL;
}
