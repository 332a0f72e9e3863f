import { useState } from 'react';
import { familiesContract } from '#shared/families/contract.ts';
import { requestOf } from '../../../api/request.ts';

interface CardLinksProps {
  year: number;
  term: number;
  title: string;
}

/** The printed card of a report: shown in a tab of its own, saved, or printed from here. Each is an opening (rule 48). */
export function CardLinks({ year, term, title }: CardLinksProps) {
  const [isPrinting, setPrinting] = useState(0);
  const { url } = requestOf(familiesContract.printMyReport, { year: String(year), term: String(term) });
  return (
    <p className="acts">
      <a className="plain" href={url} target="_blank" rel="noreferrer">
        View<span className="visually-hidden"> the card of {title}</span>
      </a>
      <a className="plain" href={url} download={`Term report ${title}.pdf`}>
        Download<span className="visually-hidden"> the card of {title}</span>
      </a>
      <button type="button" className="plain" onClick={() => setPrinting((times) => times + 1)}>
        Print<span className="visually-hidden"> the card of {title}</span>
      </button>
      {isPrinting > 0 && (
        <iframe
          key={isPrinting}
          className="print-frame"
          src={url}
          title={`The card of ${title}`}
          onLoad={({ currentTarget }) => currentTarget.contentWindow?.print()}
        />
      )}
    </p>
  );
}
