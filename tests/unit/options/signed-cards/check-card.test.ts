import { expect, it } from 'vitest';
import { didDocument, statusListCredential, statusPurposes } from '#shared/options/signed-cards/card-credential.ts';
import { checkCard } from '#shared/options/signed-cards/checking/check-card.ts';
import { encodeBits, toStatusBits } from '#shared/options/signed-cards/status-list.ts';
import {
  createSigningSchool,
  sampleCardFigures,
  sampleSchoolAddress,
} from '../../../support/options/signed-cards/sample-cards.ts';

const earlier = new Date('2026-04-01T08:00:00Z');
const later = new Date('2026-04-03T08:00:00Z');

/** Checks a valid card; the two lists were fetched at these times. Null: that list cannot be had. */
async function checkAt(fetched: Record<(typeof statusPurposes)[number], Date | null>) {
  const school = await createSigningSchool();
  const encodedList = await encodeBits(toStatusBits([]));
  const place = { address: sampleSchoolAddress, did: didDocument(sampleSchoolAddress, [school.key]) };
  return checkCard(await school.sign(sampleCardFigures), place, async (name) => {
    const purpose = statusPurposes.find((one) => name.endsWith(one));
    const at = purpose && fetched[purpose];
    if (!purpose || !at) return null;
    const list = { address: sampleSchoolAddress, name, purpose, encodedList, at };
    return { credential: await school.signAny(statusListCredential(list)), at };
  });
}

it.each([
  { suspension: earlier, refresh: later },
  { suspension: later, refresh: earlier },
])('dates the status of a card by the older of its two lists', async (fetched) => {
  expect(await checkAt(fetched)).toMatchObject({ outcome: 'valid', statusAt: earlier });
});

it.each([
  { suspension: null, refresh: later },
  { suspension: later, refresh: null },
])('knows no status where one of the lists is missing', async (fetched) => {
  expect(await checkAt(fetched)).toMatchObject({ outcome: 'status unknown', statusAt: null });
});
