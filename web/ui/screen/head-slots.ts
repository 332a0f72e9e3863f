import { makeSlot } from './slot.ts';

/** How saving goes: in the top bar, or in the head of what hides it. */
export const { Slot: StatusSlot, InSlot: InStatusSlot } = makeSlot();

/** There too, over the names in it: what everybody at this screen has to know now, such as a session that ended. */
export const { Slot: BandSlot, InSlot: InBandSlot } = makeSlot();
