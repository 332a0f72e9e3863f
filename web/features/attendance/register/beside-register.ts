import type { ComponentType } from 'react';
import { actsPlace } from '#shared/place.ts';
import type { LoadedRegister } from './use-register.ts';

interface BesideRegisterProps {
  register: LoadedRegister;
  /** Hears what to show beside the students of the day, by student. */
  onNotes: (notes: ReadonlyMap<string, string>) => void;
}

/**
 * A button of an option in the head of a class's register, where the caller does more than look at a lesson; also on a
 * day without school.
 */
export const besideRegister = actsPlace<ComponentType<BesideRegisterProps>>('beside the register');
