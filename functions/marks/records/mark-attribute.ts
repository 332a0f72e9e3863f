import { CustomAttributeType } from 'electrodb';
import type { Mark } from '#shared/marks/mark-words.ts';

/** A number, or a word in its place (rule 43). ElectroDB's types have no name for the one that takes both. */
export const markAttribute = CustomAttributeType<Mark>('any' as never);
