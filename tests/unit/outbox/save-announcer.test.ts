import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPendingRecord } from '../../../web/outbox/pending-record.ts';
import type { UnsavedValue } from '../../../web/outbox/save-status.ts';
import { announcementPause, SaveAnnouncer } from '../../../web/outbox/status/save-announcer.ts';
import { outboxWordings } from '../../../web/outbox/wordings.ts';

let said: string[];
let announcer: SaveAnnouncer;
beforeEach(() => {
  vi.useFakeTimers();
  said = [];
  announcer = new SaveAnnouncer((text) => said.push(text));
});
afterEach(() => {
  announcer.stop();
  vi.useRealTimers();
});

const save = (id: string, fields: Record<string, number | string | null>) =>
  announcer.saved({ kind: 'saved', id, answer: {}, fields });
const unsaved = (...states: UnsavedValue['state'][]): UnsavedValue[] =>
  states.map((state, index) => ({
    record: createPendingRecord({ save: 'marks', record: {}, id: `${index}`, about: '' }),
    field: 'exam_mark',
    value: 1,
    state,
  }));

describe('the announcements of saving', () => {
  it('take back what they said of a failure as soon as it is no longer so', () => {
    announcer.look(unsaved('failed'), '1 not saved');
    announcer.look(unsaved('failed', 'saving'), '1 not saved · Saving 1');
    expect(said).toEqual(['1 not saved. What you typed is kept on this device.']);
    announcer.look(unsaved('saving'), 'Saving 1');
    expect(said.at(-1)).toBe('');
  });

  it('count the saves in a pause of typing, not each mark', () => {
    save('ali', { exam_mark: 57 });
    vi.advanceTimersByTime(announcementPause - 100);
    save('bo', { exam_mark: 58 });
    save('cy', { exam_mark: null });
    vi.advanceTimersByTime(announcementPause - 100);
    expect(said).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(said).toEqual(['3 marks saved.']);
    vi.advanceTimersByTime(60_000);
    expect(said).toHaveLength(1);
  });

  it('count a mark that was saved twice as one, and two fields of a record as two', () => {
    save('ali', { 'assessment 1': 5 });
    save('ali', { 'assessment 1': 6, 'assessment 2': 7 });
    vi.advanceTimersByTime(announcementPause);
    save('ali', { 'assessment 1': 8 });
    vi.advanceTimersByTime(announcementPause);
    expect(said).toEqual(['2 marks saved.', '1 mark saved.']);
  });

  it('name a conflict or a failure at once, and each further one', () => {
    announcer.look(unsaved('saving'), 'Saving 1');
    announcer.look(unsaved('conflict'), '1 conflict');
    announcer.look(unsaved('conflict', 'saving'), '1 conflict · Saving 1');
    announcer.look(unsaved('conflict', 'failed'), '1 conflict · 1 not saved');
    announcer.look(unsaved('conflict', 'conflict', 'failed'), '2 conflicts · 1 not saved');
    expect(said).toEqual(
      ['1 conflict', '1 conflict · 1 not saved', '2 conflicts · 1 not saved'].map(
        (text) => `${text}. What you typed is kept on this device.`,
      ),
    );
  });

  it('say that values are kept on the device when that begins, and what was saved when it ends', () => {
    announcer.look(unsaved('kept'), 'Offline, 1 kept on this device');
    announcer.look(unsaved('kept', 'kept'), 'Offline, 2 kept on this device');
    expect(said).toHaveLength(1);
    save('ali', { exam_mark: 1 });
    save('bo', { exam_mark: 1 });
    announcer.look([], 'All saved');
    vi.advanceTimersByTime(announcementPause);
    expect(said.slice(1)).toEqual(['', '2 marks saved. Everything is saved.']);
  });

  it('do not say that everything is saved while a value is pending', () => {
    announcer.look(unsaved('failed', 'failed'), '2 not saved');
    announcer.look(unsaved('saving'), 'Saving 1');
    vi.advanceTimersByTime(announcementPause);
    expect(said.slice(1)).toEqual(['']);
    announcer.look([], 'All saved');
    announcer.look(unsaved('saving'), 'Saving 1');
    vi.advanceTimersByTime(announcementPause);
    expect(said.slice(1)).toEqual(['']);
    announcer.look([], 'All saved');
    announcer.look([], 'All saved');
    vi.advanceTimersByTime(announcementPause);
    expect(said.slice(1)).toEqual(['', outboxWordings.everythingIsSaved]);
  });
});
