import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import { crestWordings } from '#shared/term-reports/layouts/wordings.ts';
import { ValidationError } from '../../platform/errors.ts';
import { type Crests, MissingCrestError, readCrests } from '../report-cards/print/crests.ts';

/** The crest of a layout that somebody sent or saved. @throws ValidationError where it is not there */
export async function readCrestOfLayout(layout: CardLayout): Promise<Crests> {
  try {
    return await readCrests([layout]);
  } catch (error) {
    if (!(error instanceof MissingCrestError)) throw error;
    throw new ValidationError({ 'layout.crest': [crestWordings.gone] });
  }
}
