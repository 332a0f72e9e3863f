import { readSignedCardsSettings } from '#shared/options/signed-cards/settings.ts';
import { school } from '../../../school/records/school.ts';

/** Whether report cards that are posted now are signed. */
export const isSigning = (): boolean => readSignedCardsSettings(school().optionSettings).signs;
