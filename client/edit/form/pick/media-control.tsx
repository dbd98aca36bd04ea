import type { ComponentProps } from 'react';
import { composed } from '#shared/composed.ts';
import type { EditField } from '#shared/editing/edit-forms.ts';
import { pickKindOf } from '#shared/editing/picks.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { smallestFile } from '#shared/picture-files.ts';
import type { Choices } from '../choices.ts';
import { PickField } from './pick-field.tsx';

interface MediaControlProps {
  field: EditField;
  common: ComponentProps<'input'>;
  value: string;
  choices: Choices;
}

/** The path of a file of the library, and the picture that it is. */
export function MediaControl({ field, common, value, choices }: MediaControlProps) {
  const path = composed(value.trim());
  const picture = choices.files.get(path);
  // A field with a problem has its sentence already.
  const isUnknown = path !== '' && picture === undefined && !common['aria-invalid'];
  const list = field.isDocument ? 'choices-documents' : 'choices-media';
  return (
    <PickField what={pickKindOf(field)} common={common} list={list}>
      {picture && <img src={smallestFile(picture)} alt="" loading="lazy" decoding="async" />}
      {isUnknown && <p className="edit-meta">{editTexts.form.noFile}</p>}
    </PickField>
  );
}
