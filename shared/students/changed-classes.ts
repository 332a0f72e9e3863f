import * as z from 'zod/mini';
import { id } from '../http/fields.ts';

/**
 * Asks for the students of those classes alone that have changed since the answer of which the caller sends the entity tag (`If-None-Match`). The caller
 * puts them together with the others by {@link unchangedClasses}.
 */
export const changedOnly = z.lazy(() => z.optional(z.literal('1')));

/** Classes of which the answer has no students, because the caller holds them as they are. Absent: the answer has all students of the list. */
export const unchangedClasses = z.lazy(() => z.optional(z.array(id)));
