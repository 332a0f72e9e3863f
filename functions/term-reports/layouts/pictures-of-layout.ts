import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import { crestWordings } from '#shared/term-reports/layouts/wordings.ts';
import { ValidationError } from '../../platform/errors.ts';
import { type LayoutPictures, MissingPictureError, readLayoutPictures } from '../report-cards/print/layout-pictures.ts';

/** The pictures of a layout that somebody saved. @throws ValidationError where it is not there */
export async function readPicturesOfLayout(layout: CardLayout): Promise<LayoutPictures> {
  try {
    return await readLayoutPictures([layout]);
  } catch (error) {
    if (!(error instanceof MissingPictureError)) throw error;
    throw new ValidationError({ layout: [crestWordings.gone] });
  }
}
