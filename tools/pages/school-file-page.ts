import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { options } from '#options/shared';
import { defaultSchemeRules } from '#shared/marks/scheme.ts';
import { schoolFileSchema } from '#shared/school/school-file.ts';
import { readSchemaComments } from './schema-comments.ts';

/** What JSON Schema says of a key. */
interface JsonSchema {
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  items?: JsonSchema;
  anyOf?: readonly JsonSchema[];
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
}

/** A key of the school file, as its page says it. `example` is what the demo school's file has. */
export interface SchoolFileKey {
  key: string;
  type: string;
  isRequired: boolean;
  default: unknown;
  example: unknown;
  says: string;
}

const declarations = [
  ['', 'shared/school/school-file.ts', 'schoolFields'],
  ['aws.', 'shared/school/school-file.ts', 'placeSchema'],
  ['vault.', 'shared/school/school-file.ts', 'placeSchema'],
  ['codeLists.', 'shared/students/code-lists.ts', 'usual'],
  ['attendance.', 'shared/attendance/limits.ts', 'attendanceSettings'],
  ['attendance.limits.', 'shared/attendance/limits.ts', 'scanLimitsSchema'],
  ['attendance.closedDays.', 'shared/attendance/limits.ts', 'closedDays'],
  ['reportCards.rules.', 'shared/term-reports/layouts/card-layout.ts', 'layoutRuleSchema'],
  ['markingScheme.', 'shared/marks/scheme.ts', 'schemeRuleSchema'],
  ['markingScheme.course.', 'shared/marks/scheme.ts', 'schemePart'],
  ['markingScheme.exam.', 'shared/marks/scheme.ts', 'schemePart'],
  ['optionSettings.families.', 'shared/options/families/mail-settings.ts', 'familiesSettings'],
  ['optionSettings.oneroster.', 'shared/options/oneroster/settings.ts', 'onerosterSettings'],
  ['optionSettings.signed-cards.', 'shared/options/signed-cards/settings.ts', 'signedCardsSettings'],
  ['optionSettings.sign-off.', 'shared/options/sign-off/settings.ts', 'signOffSettings'],
  ['optionSettings.transcripts.', 'shared/options/transcripts/settings.ts', 'transcriptsSettings'],
  ['optionSettings.transcripts.honours.', 'shared/options/transcripts/settings.ts', 'honour'],
] as const;

/** Every key of the school file and of the settings of options, in the order of the schema. */
export function listSchoolFileKeys(): SchoolFileKey[] {
  const says = new Map(
    declarations.flatMap(([prefix, file, declaration]) =>
      [...readSchemaComments(file, declaration)].map(([path, text]) => [prefix + path, text] as const),
    ),
  );
  const demo = JSON.parse(readFileSync(new URL('../../infra/schools/demo.json', import.meta.url), 'utf8'));
  const toJson = (schema: z.core.$ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const keys = keysOf(toJson(schoolFileSchema()) as JsonSchema, { path: '', value: demo });
  const ofOptions = options.flatMap(({ name, settings }) =>
    settings === null
      ? []
      : keysOf(toJson(settings) as JsonSchema, {
          path: `optionSettings.${name}.`,
          value: demo.optionSettings?.[name] ?? {},
        }),
  );
  return [...keys, ...ofOptions].map((key) => ({ ...key, says: says.get(key.key) ?? '' }));
}

/** The part of an array or a nullable value that has keys. */
function partWithKeys(schema: JsonSchema): JsonSchema | undefined {
  if (schema.properties) return schema;
  if (schema.items) return partWithKeys(schema.items);
  return schema.anyOf?.map(partWithKeys).find((part) => part !== undefined);
}

function keysOf(schema: JsonSchema, { path, value }: { path: string; value: unknown }): Omit<SchoolFileKey, 'says'>[] {
  const { properties = {}, required = [] } = schema;
  const first = (Array.isArray(value) ? value[0] : value) as Record<string, unknown> | undefined;
  return Object.entries(properties).flatMap(([name, part]) => {
    const key = path + name;
    const example = first?.[name];
    const row = { key, type: typeOf(part), isRequired: required.includes(name), default: part.default, example };
    // Lists of codes have two keys, which their type says; layouts have a language of their own (ADR 0108).
    const inner = path === 'codeLists.' || key === 'reportCards.own' ? undefined : partWithKeys(part);
    return [row, ...(inner ? keysOf(inner, { path: `${key}.`, value: example }) : [])];
  });
}

function typeOf(schema: JsonSchema): string {
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(', ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`;
  if (schema.type === 'object') return schema.properties ? 'object' : 'object by name';
  const { minimum: from, maximum: to } = schema;
  const isRange = from !== undefined && to !== undefined && Math.abs(to) < 1e9;
  const name = { string: 'text', boolean: 'true or false', integer: 'whole number' }[schema.type ?? ''] ?? schema.type;
  return isRange ? `${name} ${from} to ${to}` : (name ?? 'any');
}

/** A value as the table has it: short ones alone, a list by its first. */
function shown(value: unknown): string {
  if (value === undefined || (typeof value === 'object' && value !== null && !Array.isArray(value))) return '';
  const text = JSON.stringify(Array.isArray(value) && value.length > 1 ? value.slice(0, 1) : value);
  if (text.length > 60) return '';
  return `\`${Array.isArray(value) && value.length > 1 ? text.replace(/\]$/, ', …]') : text}\``;
}

/** The page `docs/school-file.md`. */
export function schoolFilePage(): string {
  return [
    '# The school file',
    '',
    'Made by `npm run pages` of the schema that reads the file; the texts are the comments beside its keys.',
    '`infra/schools/<school>.json` has these keys ([first school](operations/first-school.md#the-school-file)).',
    '`a.b` is the key `b` in `a`, or in each entry of the list `a`. Examples are of the demo school’s file.',
    '',
    '| Key | Type | Default | Example | What it changes |',
    '|---|---|---|---|---|',
    ...listSchoolFileKeys().map(
      ({ key, type, isRequired, default: usual, example, says }) =>
        `| \`${key}\` | ${type} | ${isRequired ? '**required**' : shown(usual)} | ${shown(example)} | ${says.replaceAll('|', '\\|')} |`,
    ),
    '',
    '## The default marking scheme',
    '',
    '```json',
    `"markingScheme": [\n${defaultSchemeRules.map((rule) => `  ${JSON.stringify(rule)}`).join(',\n')}\n]`,
    '```',
    '',
  ].join('\n');
}
