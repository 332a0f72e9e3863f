import { makeSlot } from './slot.ts';

/** In the top bar: how saving goes, always at the same place. */
export const { Slot: StatusSlot, InSlot: InStatusSlot } = makeSlot();

/** In the top bar, over the school's name and the user: what everybody at this screen has to know now, such as a session that ended. */
export const { Slot: BandSlot, InSlot: InBandSlot } = makeSlot();
