import { fieldsOfKind, type RestKind, type RestRecord, typeOfPath, valuesAt } from '../record-fields.ts';
import { invalidData, RosterError } from '../status-info.ts';
import { type Filter, parseFilter } from './filter.ts';

/** Records of a page where the reader says nothing: the standard's own number. */
export const defaultLimit = 100;
/** Records of a page at most, whatever is asked for. `Link` leads on. */
export const largestLimit = 2000;

/** What a reader asks of a list. */
export interface ListQuery {
  limit: number;
  offset: number;
  filter: Filter | null;
  /** Null: in the order of the records. */
  order: ((a: RestRecord, b: RestRecord) => number) | null;
  /** Null: all fields. */
  fields: ReadonlySet<string> | null;
}

/** The parameters of a list by their names, as they were sent. */
export type QueryParameters = Readonly<Record<string, readonly string[] | undefined>>;

const listParameters = ['limit', 'offset', 'sort', 'orderBy', 'filter', 'fields'];

/** Reads the parameters of a list. @throws RosterError as the standard says */
export function parseListQuery(parameters: QueryParameters, kind: RestKind): ListQuery {
  const given = onceEach(parameters, listParameters);
  return {
    limit: Math.min(count(given, 'limit', 1) ?? defaultLimit, largestLimit),
    offset: count(given, 'offset', 0) ?? 0,
    filter: given.filter === undefined ? null : parseFilter(given.filter, kind),
    order: orderOf(given, kind),
    fields: fieldsOf(given.fields, kind, 'invalid_selection_field'),
  };
}

/** Reads the parameters of one object: only which fields of it are asked for. */
export const parseObjectQuery = (parameters: QueryParameters, kind: RestKind): Pick<ListQuery, 'fields'> => ({
  // The vocabulary of the calls for one object has no `invalid_selection_field`.
  fields: fieldsOf(onceEach(parameters, ['fields']).fields, kind, 'invaliddata'),
});

/** Other parameters are nobody's business here: proxies and clients add some. */
function onceEach(parameters: QueryParameters, names: readonly string[]): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    names.map((name) => {
      const [value, another] = parameters[name] ?? [];
      if (another !== undefined) throw invalidData(`${name} is given twice.`);
      return [name, value];
    }),
  );
}

function count(given: Readonly<Record<string, string | undefined>>, name: string, least: number): number | undefined {
  const text = given[name];
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text) || Number(text) < least) throw invalidData(`${name} is a whole number from ${least}.`);
  return Number(text);
}

const collator = new Intl.Collator('en');

/** The order that is asked for. A field that the object does not have leaves the records in their own order. */
function orderOf(given: Readonly<Record<string, string | undefined>>, kind: RestKind): ListQuery['order'] {
  const { sort, orderBy } = given;
  if (orderBy !== undefined && orderBy !== 'asc' && orderBy !== 'desc') throw invalidData('orderBy is asc or desc.');
  const type = sort === undefined ? undefined : typeOfPath(kind, sort);
  if (sort === undefined || type === undefined) return null;
  const direction = orderBy === 'desc' ? -1 : 1;
  return (a, b) => {
    const [own] = valuesAt(a, sort);
    const [other] = valuesAt(b, sort);
    // Records without a value come last, whichever way.
    if (own === undefined || other === undefined) return Number(own === undefined) - Number(other === undefined);
    return direction * (type === 'number' ? Number(own) - Number(other) : collator.compare(String(own), String(other)));
  };
}

function fieldsOf(
  text: string | undefined,
  kind: RestKind,
  codeMinor: 'invalid_selection_field' | 'invaliddata',
): ReadonlySet<string> | null {
  if (text === undefined) return null;
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !Object.hasOwn(fieldsOfKind[kind], name));
  if (unknown !== undefined)
    throw new RosterError(400, codeMinor, unknown === '' ? 'fields names no field.' : `There is no field ${unknown}.`);
  return new Set(names);
}

/** A filter by these asks for what has gone, too; other lists have what there is. */
const ofGone = ['status', 'dateLastModified'];

/** The records of a page, with all that the filter leaves counted. */
export function selectPage(
  records: readonly RestRecord[],
  { limit, offset, filter, order, fields }: ListQuery,
): { page: object[]; total: number } {
  const there = ofGone.some((field) => filter?.fields.has(field))
    ? records
    : records.filter(({ status }) => status === 'active');
  const left = filter ? there.filter(filter) : there;
  const ordered = order ? left.toSorted(order) : left;
  return {
    page: ordered.slice(offset, offset + limit).map((record) => selectFields(record, fields)),
    total: left.length,
  };
}

/**
 * Bytes of a page at most. Lambda answers 6 MB, in which each quotation mark of the page takes two bytes; ids of
 * another system may have 255 letters, and stand twice in each link.
 */
const largestPage = 4_500_000;

/** A page as it is sent: with half as many records where so many are too large, and half again. */
export function writePage(
  records: readonly RestRecord[],
  { property, ...query }: ListQuery & { property: string },
): { text: string; records: number; total: number; limit: number } {
  for (let { limit } = query; ; limit = Math.ceil(limit / 2)) {
    const { page, total } = selectPage(records, { ...query, limit });
    const text = JSON.stringify({ [property]: page });
    if (limit === 1 || Buffer.byteLength(text) <= largestPage) return { text, records: page.length, total, limit };
  }
}

/** A record with the fields that are asked for. */
export const selectFields = (record: RestRecord, fields: ReadonlySet<string> | null): object =>
  fields ? Object.fromEntries(Object.entries(record).filter(([name]) => fields.has(name))) : record;

/**
 * The value of the header `Link` (RFC 8288): first and last page, the next and the previous one where there are such.
 * @param address of the list, with the parameters that were sent
 */
export function linkHeader(
  address: URL,
  { limit, offset, total }: Pick<ListQuery, 'limit' | 'offset'> & { total: number },
): string {
  const at = (start: number): string => {
    const page = new URL(address);
    page.searchParams.set('limit', String(limit));
    page.searchParams.set('offset', String(start));
    // A plus sign is a space in forms alone, and not every gateway reads addresses as forms.
    return page.href.replaceAll('+', '%20');
  };
  const last = total === 0 ? 0 : Math.floor((total - 1) / limit) * limit;
  const links = [
    ...(offset + limit < total ? [['next', offset + limit] as const] : []),
    ...(offset > 0 ? [['prev', Math.min(Math.max(0, offset - limit), last)] as const] : []),
    ['first', 0] as const,
    ['last', last] as const,
  ];
  return links.map(([relation, start]) => `<${at(start)}>; rel="${relation}"`).join(', ');
}
