"""What is looked for beside the findings: the slip that they come of, who may do what where."""
