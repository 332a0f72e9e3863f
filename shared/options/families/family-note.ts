/** Why a student is away, as a family chooses it. */
export const noteReasons = ['ill', 'doctor', 'family', 'religious', 'journey', 'other'] as const;
export type NoteReason = (typeof noteReasons)[number];
export const noteReasonLabels: Record<NoteReason, string> = {
  ill: 'Illness',
  doctor: 'Doctor or dentist',
  family: 'Family matter',
  religious: 'Religious day',
  journey: 'Could not travel to school',
  other: 'Other',
};

/**
 * `sent` waits for the school, `asked` for the family's answer. Until it is accepted a note is a proposal (rule 58),
 * and the family may withdraw it.
 */
export const noteStates = ['sent', 'asked', 'accepted', 'withdrawn'] as const;
export type NoteState = (typeof noteStates)[number];

/** School days of one note: each is a record, with its line in the trail, of the transaction that accepts it. */
export const maxDaysPerNote = 20;
/** Notes of one student that wait for the school or the family. */
export const maxOpenNotes = 10;
/** Questions and answers of one note. */
export const maxNoteMessages = 12;
/** Days for which a note and its picture are kept after it was sent. The reason stays with the days. */
export const noteKeptDays = 400;

/** Bytes of the largest picture of a note (rule 20). */
export const maxNotePictureBytes = 5 * 1024 * 1024;
export const notePictureTypes = ['image/jpeg', 'image/png'] as const;
export type NotePictureType = (typeof notePictureTypes)[number];

/** What a note says of the days: "Illness: fever". At most 200 characters, as a reason of the register. */
export const noteText = (why: NoteReason, words: string | null): string =>
  words === null ? noteReasonLabels[why] : why === 'other' ? words : `${noteReasonLabels[why]}: ${words}`;
