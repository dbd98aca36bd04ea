import { editTexts } from '#shared/locale/zh-tw-edit.ts';

export function HomePage() {
  return <h1 className="page-title">{editTexts.home}</h1>;
}
