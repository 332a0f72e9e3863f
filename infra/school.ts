import { existsSync, readdirSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import english from 'zod/v4/locales/en.js';
import { findFaultsOfOptions, mailOfSchool, settingsWithoutMail } from '#shared/product.ts';
import { type SchoolFile, schoolFileSchema } from '#shared/school/school-file.ts';
import { isStageId } from './names.ts';
import { OperatorError } from './operators/operator-error.ts';

// The mini build of zod says no more than "Invalid input" by itself.
z.config(english());

const schoolsFolder = new URL('./schools/', import.meta.url);

/** Ids of all schools that have a file, in order. */
export const knownSchools = (folder: URL = schoolsFolder): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort();

/**
 * The validated school file of an id.
 * @throws {OperatorError} for a missing or unknown id, or with one line per fault of the file.
 */
export function loadSchool(id: unknown, folder: URL = schoolsFolder): SchoolFile {
  const choice = `Choose one with -c school=<id>: ${knownSchools(folder).join(', ')}.`;
  if (typeof id !== 'string' || id === '') throw new OperatorError(`No school named. ${choice}`);
  if (!/^[a-z][a-z0-9-]*$/.test(id)) throw new OperatorError(`"${id}" is not a school id. ${choice}`);
  const file = new URL(`${id}.json`, folder);
  if (!existsSync(file)) throw new OperatorError(`There is no infra/schools/${id}.json. ${choice}`);
  const school = parse(id, whole(id, folder));
  if (school.id !== id) throw new OperatorError(`infra/schools/${id}.json: id: must be "${id}", like the file's name.`);
  const isStage = jsonOf(id, folder).stageOf !== undefined;
  if (isStage ? !isStageId(id) : /^staging(-|$)/.test(id)) {
    throw new OperatorError(`infra/schools/${id}.json: id: a stage’s id, and no school’s, begins with "staging-".`);
  }
  if (isStageId(id) && mailOfSchool(school) !== null)
    throw new OperatorError(`infra/schools/${id}.json: optionSettings: a stage sends no mail.`);
  return school;
}

/** Reads the file; a stage's file has only the differences from the school's own. */
function whole(id: string, folder: URL): unknown {
  const { stageOf, ...own } = jsonOf(id, folder);
  if (stageOf === undefined) return own;
  const isSchool = typeof stageOf === 'string' && stageOf !== id && knownSchools(folder).includes(stageOf);
  if (!isSchool) throw new OperatorError(`infra/schools/${id}.json: stageOf: must be the id of another school.`);
  const { stageOf: another, ...school } = jsonOf(stageOf, folder);
  if (another !== undefined) {
    throw new OperatorError(`infra/schools/${id}.json: stageOf: "${stageOf}" is a stage itself.`);
  }
  // Addresses and recipients of mail must be the stage's own.
  const { aws: _place, vault: _vault, domain: _domain, operatorEmail: _operator, optionSettings, ...shared } = school;
  return { ...shared, optionSettings: settingsWithoutMail(optionSettings ?? {}), ...own };
}

function jsonOf(id: string, folder: URL): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(new URL(`${id}.json`, folder), 'utf8'));
  } catch (error) {
    throw new OperatorError(`infra/schools/${id}.json is not JSON: ${(error as Error).message}`);
  }
}

function parse(id: string, json: unknown): SchoolFile {
  const result = schoolFileSchema().safeParse(json);
  const faults = result.success
    ? findFaultsOfOptions(result.data)
    : result.error.issues.map(({ path, message }) => ({ path: path.join('.') || 'the file', message }));
  if (result.success && faults.length === 0) return result.data;
  throw new OperatorError(
    faults.map(({ path, message }) => `infra/schools/${id}.json: ${path}: ${message}`).join('\n'),
  );
}
