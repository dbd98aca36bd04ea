import { line, media, rows, webAddress } from './fields.ts';
import { defineKind } from './kind.ts';

export const author = defineKind({
  name: 'authors',
  word: 'author',
  phrase: 'an author',
  counter: '位',
  invitation: '新增作者',
  newTitle: '新作者',
  shown: 'always',
  title: 'name',
  picture: 'avatar',
  fields: {
    name: line({ label: '名稱', max: 100, required: true, example: '林知遠', search: ['title'] }),
    avatar: media({ label: '頭像' }),
    links: rows({
      label: '連結',
      maxItems: 20,
      hint: 'a list of links, each with label and url',
      columns: {
        label: line({ label: '文字', max: 100, required: true, hint: 'text, such as 個人網站' }),
        url: webAddress({ label: '網址', required: true }),
      },
    }),
  },
  body: { column: 'bio', label: '作者介紹', made: ['bio_text'] },
  made: [],
});
