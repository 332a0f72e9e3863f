import { createHash } from 'node:crypto';
import { detectFileType } from '#shared/students/files/file-kinds.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { crestWordings } from '#shared/term-reports/layouts/wordings.ts';
import { ValidationError } from '../../platform/errors.ts';
import { storeFile } from '../../platform/files/uploads.ts';
import { parseImage } from '../../platform/pdf/image.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { checkImage } from '../../students/records/files/check-image.ts';
import { crestKey } from '../report-cards/layouts/card-layouts.ts';

/** A picture without its metadata under its own hash: the same picture is the same file, however often it is sent. */
export const addCrest = callHandler(termReportsContract.addCrest, {
  handle: async ({ input: { file } }) => {
    const sent = new Uint8Array(await file.arrayBuffer());
    const type = detectFileType(sent);
    if (type !== 'image/png' && type !== 'image/jpeg') throw new ValidationError({ file: [crestWordings.wrongType] });
    const bytes = checkImage(sent, type);
    const image = parseImage(bytes);
    if (!image) throw new ValidationError({ file: [crestWordings.wrongType] });
    const crest = createHash('sha256').update(bytes).digest('hex');
    await storeFile(crestKey(crest), bytes, type);
    return { crest, width: image.width, height: image.height };
  },
});
