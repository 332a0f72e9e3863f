import type {
  FieldsChange,
  PageChange,
  PendingField,
  PendingRecord,
  RefusedText,
  SaveTarget,
  TypedChange,
  TypedValue,
} from '../pending-record.ts';

/**
 * Parses a stored record, which may be of another version or damaged. Undefined where it cannot be read;
 * {@link toUnreadableChange} then shows it to the user.
 */
export function parsePendingRecord(kept: unknown): PendingRecord | undefined {
  if (!isTarget(kept) || !('open' in kept && isChange(kept.open)) || !('sent' in kept)) return undefined;
  const { open, sent } = kept;
  if ('refused' in kept && !(isObject(kept.refused) && Object.values(kept.refused).every(isRefused))) return undefined;
  if (sent === null) return { ...kept, open, sent };
  if (!isChange(sent) || !('key' in sent) || typeof sent.key !== 'string') return undefined;
  return { ...kept, open, sent: { ...sent, key: sent.key } };
}

export const isTypedChange = (kept: unknown): kept is TypedChange =>
  isObject(kept) &&
  'target' in kept &&
  isTarget(kept.target) &&
  'typed' in kept &&
  Array.isArray(kept.typed) &&
  kept.typed.every(isTyped);

export const isPageChange = (kept: unknown): kept is PageChange =>
  isTypedChange(kept) && 'page' in kept && typeof kept.page === 'string';

/**
 * An unreadable stored value as text: the user copies it from the list of unsaved values, types it again and discards
 * it.
 */
export function toUnreadableChange(id: string, kept: unknown): TypedChange {
  const target = { save: 'unreadable', id: `unreadable/${id}`, record: {}, about: 'Typed earlier on this device' };
  return { target, typed: [{ field: 'what was kept', value: textOf(kept), was: null }] };
}

function textOf(kept: unknown): string {
  if (typeof kept === 'string') return kept;
  try {
    return JSON.stringify(kept) ?? String(kept);
  } catch {
    return String(kept);
  }
}

const isObject = (kept: unknown): kept is object => typeof kept === 'object' && kept !== null && !Array.isArray(kept);

const isFieldValue = (kept: unknown): kept is TypedValue =>
  kept === null || typeof kept === 'string' || typeof kept === 'number';

const isTarget = (kept: unknown): kept is SaveTarget =>
  isObject(kept) &&
  'save' in kept &&
  typeof kept.save === 'string' &&
  'id' in kept &&
  typeof kept.id === 'string' &&
  'about' in kept &&
  typeof kept.about === 'string' &&
  'record' in kept &&
  isObject(kept.record) &&
  Object.values(kept.record).every((value) => value !== null && isFieldValue(value)) &&
  (!('version' in kept) || typeof kept.version === 'number') &&
  (!('place' in kept) || typeof kept.place === 'string') &&
  (!('names' in kept) || (isObject(kept.names) && Object.values(kept.names).every((name) => typeof name === 'string')));

/** Values by field, and those seen before. */
const isChange = (kept: unknown): kept is FieldsChange =>
  isObject(kept) &&
  'fields' in kept &&
  isObject(kept.fields) &&
  'was' in kept &&
  isObject(kept.was) &&
  [...Object.values(kept.fields), ...Object.values(kept.was)].every(isFieldValue);

const isTyped = (kept: unknown): kept is PendingField =>
  isObject(kept) &&
  'field' in kept &&
  typeof kept.field === 'string' &&
  'value' in kept &&
  isFieldValue(kept.value) &&
  'was' in kept &&
  isFieldValue(kept.was) &&
  (!('refused' in kept) || kept.refused === undefined || kept.refused === null || isRefused(kept.refused));

const isRefused = (kept: unknown): kept is RefusedText =>
  isObject(kept) &&
  'typed' in kept &&
  typeof kept.typed === 'string' &&
  'message' in kept &&
  typeof kept.message === 'string';
