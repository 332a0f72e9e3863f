import { authRefusals } from '#shared/accounts/wordings.ts';
import type { Stage } from '#shared/options/sign-off/stages.ts';
import { ForbiddenError } from '../../../platform/errors.ts';
import { type Caller, hasMenu, isAdmin } from '../../../platform/requests/caller.ts';
import type { Action } from '../../../platform/table/action.ts';
import { requirePost, stagesOfCaller } from '../records/signing-posts.ts';

type Found = Parameters<typeof stagesOfCaller>[1];

/** What a caller may do in the council of a class. */
interface CouncilRights {
  /** See it, and write notes and what is said of the meeting. */
  holds: boolean;
  decides: boolean;
}

/** Whether a teacher who signs a class's reports as these holds its council. */
export const holdsCouncil = (stages: readonly Stage[]): boolean =>
  stages.includes('dean') || stages.includes('principal');

/**
 * A teacher holds the council of a class as its dean in the year or as the principal, and decides in it. The office
 * holds it with the menu of the reports, and decides with that of the promotion plan. Form teacher and teachers of
 * subjects go on seeing what their own screens show.
 */
export function councilRights(caller: Caller, found: Found): CouncilRights {
  if (isAdmin(caller)) return { holds: hasMenu(caller, ['termReports']), decides: hasMenu(caller, ['promotion']) };
  const holds = holdsCouncil(stagesOfCaller(caller, found));
  return { holds, decides: holds };
}

/** @throws ForbiddenError where the caller does not hold the council */
export function requireCouncil(caller: Caller, found: Found): CouncilRights {
  const rights = councilRights(caller, found);
  if (!rights.holds) throw new ForbiddenError(authRefusals.forbidden);
  return rights;
}

/**
 * The condition that a teacher still holds the post by which the council is held (somebody who lost it meanwhile writes
 * nothing). Lists of the office are read with each request.
 * @throws ForbiddenError where the caller does not hold it now
 */
export function councilPost(ofClass: { year: number; classId: string }, caller: Caller, found: Found): Action[] {
  if (isAdmin(caller)) return [];
  const stage = stagesOfCaller(caller, found).find((one) => holdsCouncil([one]));
  if (!stage) throw new ForbiddenError(authRefusals.forbidden);
  return requirePost({ ...ofClass, stage }, { caller, found });
}

/** @throws ForbiddenError where the caller does not decide in it */
export function requireDecider(caller: Caller, found: Found): void {
  if (!councilRights(caller, found).decides) throw new ForbiddenError(authRefusals.forbidden);
}
