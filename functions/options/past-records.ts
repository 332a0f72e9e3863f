import { earlierRecords as ofTranscripts } from './transcripts/earlier/change-earlier-records.ts';

/** What takes marks and attendance of terms before the school used this program. */
export const pastRecordParts = { transcripts: ofTranscripts };
