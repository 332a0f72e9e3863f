import { createHash, randomUUID } from 'node:crypto';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { AnswerVersion, HeldAnswer } from './call-handler.ts';
import { readHeader } from './request-facts.ts';

/**
 * Compares an answer that is about to be given with the one that the browser has, by their versions. `tag` is the entity tag, in quotes: the tags of
 * the parts. `isWhole`: the browser has all of it.
 */
export function compareWithHeld(
  event: APIGatewayProxyEvent,
  { path, version }: { path: string; version: AnswerVersion },
): { tag: string; isWhole: boolean; held: HeldAnswer } {
  // Compression between them may have made the tag a weak one.
  const sent = readHeader(event, 'if-none-match')?.replace(/^W\//, '');
  const sentTags = new Set(sent?.replaceAll('"', '').split('.'));
  const tags = Array.from(version.parts.keys(), (part) => ({ part, tag: tagOfPart(path, version, part) }));
  const tag = `"${tags.map((one) => one.tag).join('.')}"`;
  const unchanged = tags.filter((one) => sentTags.has(one.tag)).map(({ part }) => part);
  return { tag, isWhole: sent === tag, held: { versions: version.parts, unchanged: new Set(unchanged) } };
}

/**
 * A hash, which tells nothing of the version. Another release of the functions, which may answer otherwise, has other tags. 54 bits: they are compared
 * with those of one list alone.
 */
function tagOfPart(path: string, { selected, parts, lagging }: AnswerVersion, part: string): string {
  const version = lagging.has(part) ? randomUUID() : parts.get(part);
  const text = JSON.stringify([path, process.env.AWS_LAMBDA_FUNCTION_VERSION, selected, part, version]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 9);
}

/** The version of an answer that no record decides, only the school file: the answer itself. */
export const versionOfContent = (answer: unknown): AnswerVersion => ({
  ...{ selected: '', lagging: new Set() },
  parts: new Map([['all', JSON.stringify(answer)]]),
});

/** No body: the browser has it. */
export const notModifiedAnswer = (tag: string): APIGatewayProxyResult => ({
  statusCode: 304,
  headers: { 'Cache-Control': 'no-store', ETag: tag },
  body: '',
});
