import { didDocument } from '#shared/options/signed-cards/card-credential.ts';
import { verificationContract } from '#shared/options/signed-cards/contract.ts';
import { verificationWordings } from '#shared/options/signed-cards/wordings.ts';
import { NotFoundError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { addressOfSite } from '../../school/records/school.ts';
import { listPublicCardKeys } from './records/public-card-keys.ts';

export const readDidDocument = callHandler(verificationContract.readDidDocument, {
  handle: async () => {
    const address = addressOfSite();
    if (address === null) throw new NotFoundError(verificationWordings.noAddress);
    return didDocument(address, await listPublicCardKeys());
  },
});
