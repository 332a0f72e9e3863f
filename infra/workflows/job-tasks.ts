/** Names of the task states of a durable job; on one machine their handlers are found by them. */
export const jobTasks = ['Work batch', 'Note failure'] as const;
