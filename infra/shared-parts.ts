import { createHash } from 'node:crypto';
import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { documentHeaders, securityHeaders } from '#shared/http/security-headers.ts';
import { applicationName, pascalCase, stageNameStart } from './names.ts';
import { filesFunctionSource, siteFunctionSource, textFunctionSource } from './site/site-function.ts';

/** CloudFront resources that all schools of an account share, because an account may have few (ADR 0104). */
const contents = {
  headers: securityHeaders,
  'document-headers': documentHeaders,
  'signed-files': 'every query, no header, no cookie',
  'site-access': 'signs every request to S3',
  routes: siteFunctionSource(),
  texts: textFunctionSource(),
  files: filesFunctionSource(),
} as const;

export type SharedPart = keyof typeof contents;
export const sharedPartKinds = Object.keys(contents) as SharedPart[];

/**
 * `headers-0a1b2c3d`, `headers-0a1b2c3d-2` in the second set: a part and what it says. A version that says something
 * else makes a part beside the first one, so that schools of both versions work in one account, and a school goes back
 * to the version before without a change to the account.
 */
export const sharedPartName = (part: SharedPart, set = 1): string =>
  `${part}-${createHash('sha256').update(JSON.stringify(contents[part])).digest('hex').slice(0, 8)}${set === 1 ? '' : `-${set}`}`;

/**
 * Distributions for which there is a set of parts. CloudFront takes a part on 100: the others are for schools that pass
 * from a set to the one before, when a school before them in the account file has left.
 */
export const distributionsPerSet = 90;

/** Sets that so many schools, or so many stages, of an account need. */
export const countSharedSets = (schools: number): number => Math.max(Math.ceil(schools / distributionsPerSet), 1);

/** The set of a school among those that share with it, in the order of the account file. */
export const findSharedSet = (sharers: readonly string[], schoolId: string): number =>
  countSharedSets(sharers.indexOf(schoolId) + 1);

/** Names of all parts of this version, of so many sets. */
export const listSharedPartNames = (sets: number): string[] =>
  Array.from({ length: sets }, (_, index) => sharedPartKinds.map((part) => sharedPartName(part, index + 1))).flat();

/** Stages share parts of their own: who may change those of the schools reaches the schools. By the name of a stack. */
export const sharedPartsOwnerOfStack = (stackName: string): string =>
  stackName.startsWith(stageNameStart) ? stageNameStart.slice(0, -1) : applicationName;

export const sharedPartsOwner = (scope: Construct): string => sharedPartsOwnerOfStack(Stack.of(scope).stackName);

/** Where the parameters of an owner's parts are, of all versions. */
export const sharedPartFolder = (owner: string): string => `/${owner}/shared`;

/** The parameter that says where the part is: its id, or the ARN of a function. */
export const sharedPartParameter = (scope: Construct, part: SharedPart, set: number): string =>
  `${sharedPartFolder(sharedPartsOwner(scope))}/${sharedPartName(part, set)}`;

/** The stack that makes what the schools, or the stages, of an account share. */
export const sharingStackOf = (kind: 'schools' | 'stages'): string =>
  kind === 'stages' ? `${stageNameStart}shared` : `${applicationName}-account`;

/**
 * `LeftHeaders0a1b2c3d`: the parameter of the stack that says `yes` where the part is there and of no stack, because an
 * earlier version made it.
 */
export const leftPartParameter = (name: string): string => `Left${pascalCase(name)}`;
