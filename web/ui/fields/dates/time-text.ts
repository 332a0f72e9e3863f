/** "08:05" for "8:05", "8.05", "0805" and "8"; undefined for text that is not a time of 24 hours. */
export function parseTime(text: string): string | undefined {
  const [, hours, minutes = '0'] = /^(\d{1,2})(?:[:.]?(\d{2}))?$/.exec(text.trim()) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return `${pad(Number(hours))}:${pad(Number(minutes))}`;
}

const pad = (value: number): string => String(value).padStart(2, '0');
