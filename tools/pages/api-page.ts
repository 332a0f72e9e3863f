import { type CallRow, eventStreamType, imageType, mediaTypesOf, xlsxType } from '#shared/http/contract.ts';
import type { CallOfProduct } from '#shared/product.ts';
import { type CallWithExample, callsWithExamples } from '../../tests/support/callers/call-examples.ts';
import { readCallComments } from './call-comments.ts';

type Json = Readonly<Record<string, unknown>>;

const cell = (text: string) => text.replaceAll('|', '\\|');

/** Who may make a call, and for administrators with which of the menus. */
function whoMay({ who, menu }: CallRow): string {
  if (who === 'anyone') return 'anyone';
  if (who === 'station') return 'a station';
  if (who === 'program') return 'a program';
  return who.join(', ') + (menu ? ` (${menu.map((key) => `\`${key}\``).join(' or ')})` : '');
}

const typeNames: Readonly<Record<string, string>> = {
  'application/pdf': 'a PDF',
  [xlsxType]: 'a workbook',
  [imageType]: 'an image',
  [eventStreamType]: 'a stream of events',
};

/** What a call answers, where that is not JSON. */
function answered(call: CallRow): string {
  const types = mediaTypesOf(call);
  if (types.length === 1 && types[0] === 'application/json') return '';
  return ` Answers ${types.map((type) => typeNames[type] ?? 'JSON').join(' or ')}.`;
}

/** A value of an example: of a long list the first two, of a file its name. */
function shortened(value: unknown): unknown {
  if (value instanceof File) return `the file ${value.name}`;
  if (Array.isArray(value)) return value.length > 3 ? [...value.slice(0, 2).map(shortened), '…'] : value.map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner)]));
}

/** An example as it is sent: the address with its fields, or the fields of the body. */
function sent(call: CallRow, input: Json): string {
  const inPath = new Set([...call.path.matchAll(/\{(\w+)\}/g)].map(([, field = '']) => field));
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, field: string) => String(input[field]));
  const others = Object.entries(input).filter(([field]) => !inPath.has(field));
  if (call.method !== 'GET') return JSON.stringify(shortened(Object.fromEntries(others)));
  const query = others.flatMap(([field, value]) =>
    Array.isArray(value) ? value.map((one) => `${field}[]=${one}`) : [`${field}=${value}`],
  );
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

function rowOf({ name, call, input }: CallWithExample, says: string): string {
  const does = `**${name}** ${says}${answered(call)}`.trim();
  return `| \`${call.method} ${call.path}\` | ${whoMay(call)} | ${cell(does)} | \`${cell(sent(call, input))}\` |`;
}

/** The page `docs/api.md`. */
export function apiPage(): string {
  const commentOf = readCallComments();
  const domains = new Map<CallOfProduct['domain'], CallWithExample[]>();
  for (const call of callsWithExamples) domains.set(call.domain, [...(domains.get(call.domain) ?? []), call]);
  const sections = [...domains]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([domain, calls]) => [
      `## ${domain}`,
      '',
      '| Call | Who (menus) | What it does | Example |',
      '|---|---|---|---|',
      ...calls.map((call) => rowOf(call, commentOf({ name: call.name, path: call.call.path }))),
      '',
    ]);
  return [
    '# The calls',
    '',
    'Made by `npm run pages` of the contracts in `shared/`; the texts are the comments beside their rows, the examples those that the',
    'tests make. `npm run openapi` writes the same as an OpenAPI document with all fields. Each heading is a function of the API.',
    '',
    '- **Session**: a sign-in sets a cookie. A call of an account is refused with 401 without it.',
    '- **CSRF**: a change sends the cookie `__Host-XSRF-TOKEN` back in the header `X-XSRF-TOKEN`; 419 otherwise (rule 16).',
    '- **Again**: a change takes `idempotency-key`. The same key with the same input does nothing twice (rule 54).',
    '- **Errors** have one body (rule 31). 409 has the value that was saved since; 403 says that the caller may not.',
    '- **Fields** of a GET are in its address, all others in a JSON body, or a form where a file is sent.',
    '',
    ...sections,
  ]
    .join('\n')
    .replaceAll(/\{@link (\w+)\}/g, '`$1`');
}
