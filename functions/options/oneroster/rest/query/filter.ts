import { type FieldType, type RestKind, type RestRecord, typeOfPath, valuesAt } from '../record-fields.ts';
import { invalidData, RosterError } from '../status-info.ts';

/** Letters of a filter. */
const longestFilter = 1000;
/** Conditions of a filter. The standard speaks of two. */
const mostConditions = 10;

const condition = /\s{0,20}([A-Za-z][\w.]{0,99})\s{0,20}(!=|>=|<=|=|>|<|~)\s{0,20}'((?:[^']|''){0,1000})'/y;
const logical = /[\s+]{1,20}(AND|OR)[\s+]{1,20}/y;

/** Decides whether a record is in the answer. */
type Condition = (record: RestRecord) => boolean;
/** With the fields that it asks about. */
export type Filter = Condition & { readonly fields: ReadonlySet<string> };

/**
 * A filter of the standard: conditions such as `familyName='Bell'`, joined by AND or by OR. A path with a dot reads
 * into objects and lists: `roles.role='teacher'`. Texts are compared without regard to capital letters,
 * dates and numbers by what they say. `=` holds of a list where an element is the text, or all of them with commas are;
 * `~` where an element contains it. A quote within a text is doubled.
 * @throws RosterError `invalid_filter_field` for a field that the object does not have, `invaliddata` for another fault
 */
export function parseFilter(text: string, kind: RestKind): Filter {
  if (text.length > longestFilter) throw invalidData(`A filter has ${longestFilter} letters at most.`);
  const conditions: Condition[] = [];
  const fields = new Set<string>();
  const joined = new Set<string>();
  let at = 0;
  for (;;) {
    condition.lastIndex = at;
    const found = condition.exec(text);
    if (!found) throw invalidData("The filter is not of the form field='value', joined by AND or by OR.");
    const [, path = '', predicate = '', value = ''] = found;
    fields.add(path);
    conditions.push(toCondition({ path, predicate, value: value.replaceAll("''", "'") }, kind));
    at = condition.lastIndex;
    if (text.slice(at).trim() === '') break;
    logical.lastIndex = at;
    const next = logical.exec(text);
    if (!next) throw invalidData("The filter is not of the form field='value', joined by AND or by OR.");
    joined.add(next[1] ?? '');
    at = logical.lastIndex;
  }
  if (joined.size > 1) throw invalidData('AND and OR are not used in one filter.');
  if (conditions.length > mostConditions) throw invalidData(`A filter has ${mostConditions} conditions at most.`);
  const holds: Condition = joined.has('OR')
    ? (record) => conditions.some((one) => one(record))
    : (record) => conditions.every((one) => one(record));
  return Object.assign(holds, { fields });
}

interface Comparison {
  path: string;
  predicate: string;
  value: string;
}

function toCondition({ path, predicate, value }: Comparison, kind: RestKind): Condition {
  const type = typeOfPath(kind, path);
  if (type === undefined) throw new RosterError(400, 'invalid_filter_field', `There is no field ${path}.`);
  if (predicate === '~') {
    const part = toComparable(value, 'string');
    return (record) => valuesAt(record, path).some((one) => String(toComparable(one, 'string')).includes(String(part)));
  }
  const wanted = toComparable(value, type);
  if (wanted === null) throw invalidData(`${path} is compared with ${expected[type]}.`);
  const isEqual = (record: RestRecord): boolean => {
    const values = valuesAt(record, path);
    return (
      values.some((one) => toComparable(one, type) === wanted) ||
      (type === 'string' && values.length > 1 && toComparable(values.join(','), type) === wanted)
    );
  };
  if (predicate === '=') return isEqual;
  if (predicate === '!=') return (record) => !isEqual(record);
  const compare = orderings[predicate];
  if (!compare) throw new TypeError(`The predicate ${predicate} is not known.`);
  return (record) =>
    valuesAt(record, path).some((one) => {
      const own = toComparable(one, type);
      return own !== null && compare(own, wanted);
    });
}

type Comparable = string | number;

const orderings: Readonly<Record<string, (a: Comparable, b: Comparable) => boolean>> = {
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
};

const expected: Readonly<Record<FieldType, string>> = {
  string: 'a text',
  date: 'a date such as 2026-09-07',
  dateTime: 'a time such as 2026-09-07T08:00:00.000Z',
  number: 'a number',
  flag: 'true or false',
};

const day = /^\d{4}-\d{2}-\d{2}$/;

/** A value as it is compared, null where it is none of its type. A moment in milliseconds since 1970. */
function toComparable(value: string | number, type: FieldType): Comparable | null {
  const text = String(value);
  if (type === 'number') return text.trim() === '' || Number.isNaN(Number(text)) ? null : Number(text);
  if (type === 'dateTime') {
    const moment = /^\d{4}-/.test(text) ? Date.parse(text) : Number.NaN;
    return Number.isNaN(moment) ? null : moment;
  }
  if (type === 'date') return day.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;
  const folded = text.normalize('NFC').toLowerCase();
  if (type === 'flag') return folded === 'true' || folded === 'false' ? folded : null;
  return folded;
}
