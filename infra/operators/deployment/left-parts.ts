import {
  leftPartParameter,
  listSharedPartNames,
  sharedPartFolder,
  sharedPartKinds,
  sharedPartName,
  sharedPartsOwnerOfStack,
} from '../../shared-parts.ts';
import type { AskAws } from './ask-aws.ts';

/** A part that an earlier version made for schools to share, and that its stack has let go of since. */
export interface LeftPart {
  /** `headers-0a1b2c3d`. */
  name: string;
  /** The parameter that says where it is. */
  parameter: string;
  /** Its id, or the ARN of a function. */
  value: string;
  /** ISO 8601. */
  madeAt: string;
}

/** Days for which a part that is left is kept for schools that go back to its version. */
const keptDays = 90;

/** The parts that are there and not of the stack, by its name. */
export async function listLeftParts(stackName: string, ask: AskAws): Promise<LeftPart[]> {
  const folder = sharedPartFolder(sharedPartsOwnerOfStack(stackName));
  const query = 'Parameters[].{parameter: Name, value: Value, madeAt: LastModifiedDate}';
  const found = await ask('ssm', 'get-parameters-by-path', '--path', folder, '--query', query);
  const ofStack = new Set(await parametersOf(stackName, ask));
  return ((found ?? []) as Omit<LeftPart, 'name'>[])
    .filter(({ parameter }) => !ofStack.has(parameter))
    .map((part) => ({ ...part, name: part.parameter.slice(folder.length + 1) }));
}

async function parametersOf(stackName: string, ask: AskAws): Promise<string[]> {
  const query = "StackResourceSummaries[?ResourceType=='AWS::SSM::Parameter'].PhysicalResourceId";
  try {
    const found = await ask('cloudformation', 'list-stack-resources', '--stack-name', stackName, '--query', query);
    return (found ?? []) as string[];
  } catch (error) {
    if (/does not exist/.test((error as Error).message)) return [];
    throw error;
  }
}

/**
 * What the stack is deployed with: for each part of this version, in so many sets, whether an earlier version left it,
 * and it is not to be made. All are said each time: CloudFormation keeps the words of the last deployment.
 */
export const leftPartsParameters = (
  left: readonly LeftPart[],
  { stackName, sets }: { stackName: string; sets: number },
): string[] => {
  const there = new Set(left.map(({ name }) => name));
  return listSharedPartNames(sets).flatMap((name) => [
    '--parameters',
    `${stackName}:${leftPartParameter(name)}=${there.has(name) ? 'yes' : 'no'}`,
  ]);
};

/** Whether a part says what this version says, of whichever set. */
const isOfThisVersion = (name: string): boolean =>
  sharedPartKinds.some((part) => name === sharedPartName(part) || name.startsWith(`${sharedPartName(part)}-`));

/**
 * Deletes the parts that this version does not want and that are older than 90 days. Which of them a distribution uses
 * is for CloudFront to say: it refuses to delete those.
 */
export async function removeUnused(
  left: readonly LeftPart[],
  { ask, say, now }: { ask: AskAws; say: (line: string) => void; now: Date },
): Promise<void> {
  for (const part of left) {
    const days = (now.getTime() - new Date(part.madeAt).getTime()) / 86_400_000;
    if (isOfThisVersion(part.name)) say(`${part.name} is of this version.`);
    else if (days < keptDays) say(`${part.name} is kept ${keptDays} days, for schools that go back to its version.`);
    else if (await remove(part, ask)) say(`${part.name} is removed.`);
    else say(`${part.name} is in use.`);
  }
}

/** What CloudFront calls each kind of part; a function goes by its name. */
const kinds: readonly [beginning: RegExp, kind: string, read: string][] = [
  [/^(document-)?headers-/, 'response-headers-policy', 'get'],
  [/^signed-files-/, 'origin-request-policy', 'get'],
  [/^site-access-/, 'origin-access-control', 'get'],
  [/^(routes|texts|files)-/, 'function', 'describe'],
];

/** False where a distribution uses it. */
async function remove({ name, parameter, value }: LeftPart, ask: AskAws): Promise<boolean> {
  const [, kind = '', read = ''] = kinds.find(([beginning]) => beginning.test(name)) ?? [];
  const which = kind === 'function' ? ['--name', value.split('/').at(-1) ?? ''] : ['--id', value];
  try {
    const tag = (await ask('cloudfront', `${read}-${kind}`, ...which, '--query', 'ETag')) as string;
    await ask('cloudfront', `delete-${kind}`, ...which, '--if-match', tag);
  } catch (error) {
    const { message } = error as Error;
    if (/InUse\b/.test(message)) return false;
    // Deleted by a run that was cut off.
    if (!/NoSuch/.test(message)) throw error;
  }
  await ask('ssm', 'delete-parameter', '--name', parameter);
  return true;
}
