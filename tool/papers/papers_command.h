// Papers as commands: each entry of the table of papers/paper.h, under either of two first words.
#ifndef SELVAGE_TOOL_PAPERS_PAPERS_COMMAND_H
#define SELVAGE_TOOL_PAPERS_PAPERS_COMMAND_H

#include "papers/paper.h"
#include "tool/command.h"

#define PAPER_OPTION_MAX 6

// A command built from a paper, with the memory it points to.
typedef struct PaperCommand {
    Command command;
    Option options[PAPER_OPTION_MAX];
    char name[32];
    char examples[256];
} PaperCommand;

// Builds the command "WORD NAME"; `made` must not move afterwards.
void PaperCommand_Make(const Paper* paper, const char* word, PaperCommand* made);

#endif
