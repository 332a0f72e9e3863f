import { readdirSync, readFileSync } from 'node:fs';
import { data, Evaluator, Lexer, Parser } from '@actions/expressions';
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';

const folder = new URL('../../../.github/', import.meta.url);

/** Names of the workflows that the project ships. */
export const workflowFiles: readonly string[] = readdirSync(new URL('workflows/', folder));

/** A file below `.github`. */
export const readGitHubFile = (path: string): string => readFileSync(new URL(path, folder), 'utf8');

export interface Step {
  id?: string;
  name?: { toString(): string };
  if?: { expression: string };
  run?: { source?: string; value?: string };
  uses?: { value: string };
}

export interface Job {
  id: { value: string };
  needs?: { value: string }[];
  if?: { expression: string };
  environment?: { toString(): string };
  /** The workflow that it calls. */
  ref?: { value: string };
  steps?: Step[];
}

/** A workflow as GitHub's own parser reads it. @throws Error with what is wrong in it */
export async function readWorkflow(file: string): Promise<Job[]> {
  const content = readGitHubFile(`workflows/${file}`);
  const { context, value } = parseWorkflow({ name: file, content }, new NoOperationTraceWriter());
  const faults = context.errors.getErrors().map(({ message }) => message);
  if (!value || faults.length > 0) throw new Error(`${file}: ${faults.join(', ') || 'is empty'}`);
  const { jobs, errors = [] } = (await convertWorkflowTemplate(context, value)) as unknown as {
    jobs: Job[];
    errors?: { Message: string }[];
  };
  if (errors.length > 0) throw new Error(`${file}: ${JSON.stringify(errors)}`);
  // The parser gives a step without an id one of its own.
  for (const step of jobs.flatMap(({ steps = [] }) => steps)) if (step.id?.startsWith('__')) delete step.id;
  return jobs;
}

/** How a run, or a job, is when a condition of it is looked at. */
export interface Moment {
  /** Values of the contexts, such as `needs` and `steps`. */
  contexts: Record<string, unknown>;
  isCancelled?: boolean;
  /** Whether a job before it, or a step, has failed. */
  hasFailed?: boolean;
}

/** Whether GitHub would run what has this condition; without a status function in it GitHub adds `success()`. */
export function isRun(
  condition: string | undefined,
  { contexts, isCancelled = false, hasFailed = false }: Moment,
): boolean {
  const status = { always: true, cancelled: isCancelled, failure: hasFailed, success: !hasFailed && !isCancelled };
  const functions = Object.entries(status).map(([name, value]) => ({
    name,
    minArgs: 0,
    maxArgs: 0,
    call: () => new data.BooleanData(value),
  }));
  const asked = condition ?? 'success()';
  const whole = /\b(always|cancelled|failure|success)\(\)/.test(asked) ? asked : `success() && (${asked})`;
  const { tokens } = new Lexer(whole).lex();
  const parsed = new Parser(tokens, Object.keys(contexts), functions).parse();
  const values = JSON.parse(JSON.stringify(contexts), data.reviver) as data.Dictionary;
  const answer = new Evaluator(parsed, values, new Map(functions.map((each) => [each.name, each]))).evaluate();
  return answer instanceof data.BooleanData ? answer.value : answer.coerceString() !== '';
}
