import { useEffect, useId, useRef, useState } from 'react';
import { familiesContract } from '#shared/options/families/contract.ts';
import { familyPageWordings, familyRegistrationWordings as wordings } from '#shared/options/families/wordings.ts';
import { type FileKind, fileKindTitle } from '#shared/students/files/file-kinds.ts';
import { attempt } from '../../../../acts/attempt.ts';
import { call } from '../../../../api/call.ts';
import { ApiError, messageOf } from '../../../../api/errors.ts';
import { isFocusLost } from '../focus.tsx';
import { sendChosenFile } from '../send-chosen-file.ts';
import type { LoadedRegistration, MyRegistration } from './use-registration.ts';

const { requestRegistrationFile, keepRegistrationFile, removeRegistrationFile, openMyRegistrationFile } =
  familiesContract;

type SentFile = MyRegistration['files'][number];

interface FilesStepProps {
  form: MyRegistration;
  registration: LoadedRegistration;
}

/** The six files: taken with the camera of the phone or chosen from it, and sent at once. */
export const FilesStep = ({ form: { year, files }, registration: { load } }: FilesStepProps) =>
  year === null ? null : (
    <>
      <p className="quiet">{wordings.aboutFiles}</p>
      {files.map((file) => (
        <FileField key={file.kind} year={year} file={file} onChanged={load} />
      ))}
    </>
  );

/** Longer side in pixels: a page is read well, and a passport photo prints well. */
const longestSide = (kind: FileKind): number => (kind === 'picture' ? 1200 : 2000);

interface FileFieldProps {
  year: number;
  file: SentFile;
  onChanged: () => Promise<void>;
}

function FileField({ year, file: { kind, is_registered, sent, is_asked }, onChanged }: FileFieldProps) {
  const title = fileKindTitle(kind);
  const [progress, setProgress] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  /** The file that could not be sent, to be sent again. */
  const [unsent, setUnsent] = useState<File | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const isImage = kind === 'picture';
  const place = useRef<HTMLFieldSetElement>(null);
  const shown = useRef<HTMLAnchorElement>(null);
  const hasActed = useRef(false);
  // Show and Remove go when they are done.
  useEffect(() => {
    if (!hasActed.current || !isFocusLost()) return;
    hasActed.current = false;
    (shown.current ?? place.current)?.focus();
  });

  const act = async (work: () => Promise<unknown>) => {
    setFault(null);
    hasActed.current = true;
    await attempt(work, (error) => setFault(sentenceOf(error)));
    setProgress(null);
  };
  const send = (file: File) =>
    act(async () => {
      setUnsent(file);
      setLink(null);
      const ticket = await sendChosenFile(file, {
        isImage,
        longest: longestSide(kind),
        onProgress: setProgress,
        permit: (upload) => call(requestRegistrationFile, { year, kind, ...upload }),
      });
      setProgress('Checking the file…');
      await call(keepRegistrationFile, { ticket });
      setUnsent(null);
      await onChanged();
    });
  const remove = () =>
    act(async () => {
      setLink(null);
      await call(removeRegistrationFile, { year, kind });
      await onChanged();
    });
  const show = () => act(async () => setLink((await call(openMyRegistrationFile, { kind })).url));
  const chooserProps = { kind, isBusy: progress !== null, onChosen: (file: File) => void send(file) };
  return (
    <fieldset className={is_asked ? 'fact asked' : 'fact'} aria-busy={progress !== null} tabIndex={-1} ref={place}>
      <legend>{title}</legend>
      {is_asked && <p className="quiet">{familyPageWordings.lookAtThisAgain}</p>}
      <p className="quiet" role="status">
        {progress ??
          (sent === null ? (is_registered ? wordings.fileRegistered : wordings.fileMissing) : wordings.fileSent)}
      </p>
      {fault !== null && (
        <div className="fault" role="alert">
          <p>{fault}</p>
          {unsent && (
            <button type="button" className="link" onClick={() => void send(unsent)}>
              Send {unsent.name} Again
            </button>
          )}
        </div>
      )}
      <Chooser
        {...chooserProps}
        label={`Take a picture: ${title}`}
        className="camera"
        capture="environment"
        accept="image/*"
      />
      <Chooser
        {...chooserProps}
        label={`Choose a file: ${title}`}
        accept={isImage ? 'image/*' : 'image/*,application/pdf'}
      />
      {sent !== null && (
        <p className="beside acts">
          {link === null ? (
            <button type="button" className="plain" aria-label={`Show ${title}`} onClick={() => void show()}>
              Show
            </button>
          ) : (
            <a href={link} target="_blank" rel="noreferrer" ref={shown}>
              {sent === 'application/pdf' ? `Open ${title}` : <img src={link} alt={`${title} as sent`} />}
            </a>
          )}
          <button type="button" className="plain" aria-label={`Remove ${title}`} onClick={() => void remove()}>
            Remove
          </button>
        </p>
      )}
    </fieldset>
  );
}

interface ChooserProps {
  kind: FileKind;
  label: string;
  className?: string;
  accept: string;
  /** Opens the camera of a phone. */
  capture?: 'environment';
  isBusy: boolean;
  onChosen: (file: File) => void;
}

function Chooser({ label, className, accept, capture, isBusy, onChosen }: ChooserProps) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="file"
        accept={accept}
        {...(capture ? { capture } : {})}
        aria-disabled={isBusy}
        onClick={(event) => isBusy && event.preventDefault()}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) onChosen(file);
        }}
      />
    </div>
  );
}

/** A refusal of the file; a plain Error of the preparation has its own sentence. */
function sentenceOf(error: unknown): string {
  if (error instanceof Error && error.name === 'Error') return error.message;
  const [first] = error instanceof ApiError ? Object.values(error.fields) : [];
  return first?.join(' ') ?? messageOf(error);
}
