import { type LogKind, logKinds, type OfficeLogFilters } from '#shared/reports/office-log.ts';
import type { AddressState } from '../../../address/use-address-state.ts';

const isDay = (text: string | null): text is string => text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text);
const isMonth = (text: string | null): text is string => text !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(text);
const isKind = (text: string | null): text is LogKind => text !== null && Object.hasOwn(logKinds, text);

/** The filters in the address. Default: this month, without a filter. */
export function readLogFiltersFromAddress(place: AddressState, today: string): OfficeLogFilters {
  const [day, month, kind] = [place.get('day'), place.get('month'), place.get('kind')];
  const [person, student] = [place.get('person'), place.get('student')];
  return {
    month: isDay(day) ? day.slice(0, 7) : isMonth(month) ? month : today.slice(0, 7),
    ...(isDay(day) && { day }),
    ...(isKind(kind) && { kind }),
    ...(person !== null && { account_id: person }),
    ...(student !== null && { student_id: student }),
  };
}

const monthsOffered = 36;

/** The months to choose from, the latest first, and last the chosen one where it is further back. */
export function listMonthsToChoose(today: string, chosen: string): { value: string; label: string }[] {
  const [year = 0, month = 1] = today.split('-').map(Number);
  const months = Array.from({ length: monthsOffered }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back)).toISOString().slice(0, 7),
  );
  return (months.includes(chosen) ? months : [...months, chosen]).map((value) => ({ value, label: monthText(value) }));
}

function monthText(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' }).format(new Date(year, number - 1, 1));
}
