import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { JobStep } from '#shared/jobs.ts';
import { mostMemory } from '../most-memory.ts';

/**
 * Takes all steps of a job with a worker that was built in `folder`, in a process that does nothing else, and reports
 * the most memory that it had, in megabytes.
 */
const { folder, step: first } = JSON.parse(process.argv[2] ?? '') as { folder: string; step: JobStep };
const { handler }: { handler: (step: JobStep) => Promise<JobStep> } = await import(
  pathToFileURL(join(folder, 'index.mjs')).href
);
let step = first;
while (!step.isDone) step = await handler(step);
process.stdout.write(`\n${mostMemory()}`);
process.exit(0);
