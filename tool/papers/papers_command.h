// The papers as commands: whatever the table of papers/paper.h holds, under one of two first words.
#ifndef SELVAGE_TOOL_PAPERS_PAPERS_COMMAND_H
#define SELVAGE_TOOL_PAPERS_PAPERS_COMMAND_H

#include "papers/paper.h"
#include "tool/command.h"

#define PAPER_OPTION_MAX 6

// A command that is made from a paper, and what it points to.
typedef struct PaperCommand {
    Command command;
    Option options[PAPER_OPTION_MAX];
    char name[32];
    char examples[256];
} PaperCommand;

// Makes the command "WORD NAME" of the paper; `made` must stay where it is.
void PaperCommand_Make(const Paper* paper, const char* word, PaperCommand* made);

#endif
