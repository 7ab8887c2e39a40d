// The smallest ball around points, which ding2013 names and leaves out.
//
// E. Welzl, "Smallest enclosing disks (balls and ellipsoids)", New Results and New Trends in
// Computer Science, LNCS 555, 1991: a point outside the smallest ball of those before it is on the
// boundary of the smallest ball with it; expected linear time in random order, and quicker still
// where such points move to the front of the list.
#ifndef SELVAGE_PAPERS_METHODS_SMALLEST_BALL_H
#define SELVAGE_PAPERS_METHODS_SMALLEST_BALL_H

#include <stdint.h>

typedef struct SmallestBall {
    double center[3];
    double radius;
} SmallestBall;

// Of `count` points, at least one; their order changes. The ball contains all of them, rounding
// included; its radius is the smallest but for rounding.
SmallestBall SmallestBall_Of(double (*points)[3], uint32_t count);

#endif
