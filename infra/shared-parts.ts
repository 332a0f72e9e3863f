import { createHash } from 'node:crypto';
import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { documentHeaders, securityHeaders } from '#shared/http/security-headers.ts';
import { applicationName, isStageId, stageNameStart } from './names.ts';
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
 * `headers-0a1b2c3d`: a part and what it says. A version that says something else makes a part beside the first one, so
 * that schools of both versions work in one account, and a school goes back to the version before without a change to
 * the account.
 */
export const sharedPartName = (part: SharedPart): string =>
  `${part}-${createHash('sha256').update(JSON.stringify(contents[part])).digest('hex').slice(0, 8)}`;

/** Stages share parts of their own: who may change those of the schools reaches the schools. By the name of a stack. */
export const sharedPartsOwnerOfStack = (stackName: string): string =>
  stackName.startsWith(stageNameStart) ? stageNameStart.slice(0, -1) : applicationName;

export const sharedPartsOwner = (scope: Construct): string => sharedPartsOwnerOfStack(Stack.of(scope).stackName);

/** Where the parameters of an owner's parts are, of all versions. */
export const sharedPartFolder = (owner: string): string => `/${owner}/shared`;

/** The parameter that says where the part is: its id, or the ARN of a function. */
export const sharedPartParameter = (scope: Construct, part: SharedPart): string =>
  `${sharedPartFolder(sharedPartsOwner(scope))}/${sharedPartName(part)}`;

/** The stack that makes what a school shares with others of its account. */
export const sharingStack = (schoolId: string): string =>
  isStageId(schoolId) ? `${stageNameStart}shared` : `${applicationName}-account`;

/** Key of the context that names parts, with commas, which are there and of no stack: an earlier version made them. */
export const leftPartsKey = 'left';
