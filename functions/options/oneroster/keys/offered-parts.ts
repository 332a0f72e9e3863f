import { type KeyPart, keyParts } from '#shared/options/oneroster/rest/scopes.ts';
import { readOnerosterSettings } from '#shared/options/oneroster/settings.ts';
import { school } from '../../../school/records/school.ts';

/** What keys of this school can be let read: dates of birth and sexes only where the school file gives them out. */
export const offeredParts = (): KeyPart[] => {
  const { demographics } = readOnerosterSettings(school().optionSettings);
  return keyParts.filter((part) => part !== 'demographics' || demographics);
};
