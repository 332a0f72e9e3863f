import { readSignedCardsSettings } from '#shared/options/signed-cards/settings.ts';
import { school } from '../../../school/records/school.ts';

const settings = () => readSignedCardsSettings(school().optionSettings);

/** Whether report cards that are posted now are signed. */
export const isSigning = (): boolean => settings().signs;

/** The number of the key in KMS that signs them; null where keys are in the school's table. */
export const numberOfKeyInKms = (): number | null => settings().keyInKms;
