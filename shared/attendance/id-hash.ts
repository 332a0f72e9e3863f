import { withoutZeros } from '../students/same-id.ts';

/**
 * What a station is told of a student before a card was scanned: enough to know the card again without a network, and no id or name to be
 * read (rule 55: leading zeros make no difference). Short ids are found by trying all of them; it keeps names off the device, and no secret.
 */
export async function idHash(stationId: string, studentId: string): Promise<string> {
  const bytes = new TextEncoder().encode(`${stationId}:${withoutZeros(studentId)}`);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).slice(0, 8);
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
