import type { APIGatewayProxyEvent } from 'aws-lambda';
import { type CallRow, type Contract, changesState } from '#shared/http/contract.ts';
import { countActivity } from '../activity.ts';
import { accessLogCallName } from './authorize.ts';

/** Counts answers of a function's calls: marks that were saved, and saves that were not. */
export function answerCounter(contract: Contract): (event: APIGatewayProxyEvent, status: number) => void {
  const calls = new Map(Object.values(contract).map((call) => [accessLogCallName(call), call]));
  return ({ httpMethod, resource }, status) => {
    const call = calls.get(`${httpMethod} ${resource}`);
    if (call && isSave(call)) countSave(call, status);
  };
}

/** Calls without a session are sign-ins, which are counted where they are decided (`functions/sessions/access-events.ts`). */
const isSave = (call: CallRow): boolean => changesState(call) && call.who !== 'anyone';

const refusals = [400, 403, 413, 422, 429];

function countSave(call: CallRow, status: number): void {
  if (status === 200 && call.savesMarks) countActivity('MarksSaved');
  if (status === 409) countActivity('SaveConflicts');
  if (refusals.includes(status)) countActivity('RefusedSaves');
}
