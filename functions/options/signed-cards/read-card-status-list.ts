import type { Output } from '#shared/http/contract.ts';
import { verificationContract } from '#shared/options/signed-cards/contract.ts';
import { verificationWordings } from '#shared/options/signed-cards/wordings.ts';
import { NotFoundError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { CardStatusListEntity } from './records/card-status-lists.ts';

type Answer = Output<typeof verificationContract.readCardStatusList>;

export const readCardStatusList = callHandler(verificationContract.readCardStatusList, {
  handle: async ({ input: { list: name } }) => {
    const list = await CardStatusListEntity.get({ name });
    if (!list) throw new NotFoundError(verificationWordings.noSuchList);
    return JSON.parse(list.content) as Answer;
  },
});
