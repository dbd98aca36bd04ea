import { expect, test } from 'vitest';
import { openBuiltPage } from '../helpers/built-page.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { aDrawing, anArticle, anAuthor } from '../helpers/content.ts';
import { shareSiteWith } from '../helpers/shared-content.ts';

const body = `# 每一種寫法

凍頂<ruby>烏龍<rp>（</rp><rt>ㄨ ㄌㄨㄥˊ</rt><rp>）</rp></ruby>茶，化學式 C<sub>8</sub>H<sub>10</sub>N<sub>4</sub>O<sub>2</sub>，面積三十 m<sup>2</sup>。按 <kbd>Ctrl</kbd> 與 <kbd>C</kbd> 複製。這裡有<mark>一句**重要**的話，長到會換行的時候也還是看得清楚，不會太搶眼</mark>，<abbr title="World Health Organization">WHO</abbr> 的建議是<del>九十度</del><ins>八十五度</ins>。<u>臺北</u>人常說<small>（不只臺北人）</small>。<br>換行之後。

<details>
<summary>水溫怎麼量？</summary>

用**溫度計**，或者：

- 看氣泡
- 聽聲音

</details>

<details>
<summary>沒有溫度計呢？</summary>

等三分鐘。

</details>

<figure>

![左邊](media/articles/one.svg)

![右邊](media/articles/one.svg)

<figcaption>兩張圖，一個說明。</figcaption>
</figure>

## 一張有合併欄位的表

<table>
<caption>春茶與冬茶</caption>
<colgroup><col><col span="2"></colgroup>
<thead>
<tr><th scope="col" rowspan="2">茶</th><th scope="colgroup" colspan="2">價錢</th></tr>
<tr><th scope="col">春</th><th scope="col">冬</th></tr>
</thead>
<tbody>
<tr><th scope="row">包種</th><td>680</td><td>720</td></tr>
<tr><th scope="row">烏龍</th><td colspan="2">

**時價**，請[來信](/about)。

</td></tr>
</tbody>
<tfoot>
<tr><td colspan="3">每一百五十公克</td></tr>
</tfoot>
</table>

文字之後[^1]。

[^1]: 註裡也有 H<sub>2</sub>O。
`;

describeInChromium('a text with every element of HTML that texts may have', (browser) => {
  const site = shareSiteWith({
    'authors/lin.md': anAuthor(),
    'articles/elements.md': anArticle({ title: '寫法' }, body),
    'media/articles/one.svg': aDrawing,
  });

  test('is taken over without a complaint, and stays as it was sent', async () => {
    const { page, complaints } = await openBuiltPage(browser(), '/articles/elements', { site: site() });
    const sent = await page.request.get(`${site().origin}/articles/elements`);
    const shown = await page.locator('.prose').evaluate((prose) => {
      for (const added of prose.querySelectorAll('[tabindex]'))
        for (const name of ['tabindex', 'role', 'aria-label']) added.removeAttribute(name);
      for (const title of prose.querySelectorAll('[data-title-font]'))
        title.removeAttribute('data-title-font');
      return prose.innerHTML;
    });
    expect(asWritten(await sent.text())).toContain(asWritten(shown));
    expect(await page.locator('h1').allTextContents()).toEqual(['寫法']);
    expect(complaints).toEqual([]);
  });

  test('opens and closes its details', async () => {
    const { page } = await openBuiltPage(browser(), '/articles/elements', { site: site() });
    const hidden = page.getByText('看氣泡');
    expect(await hidden.isVisible()).toBe(false);
    await page.getByText('水溫怎麼量？').click();
    expect(await hidden.isVisible()).toBe(true);
  });
});

/** Signs that need no escape within text are told in two ways. */
function asWritten(html: string): string {
  return html.replaceAll('&quot;', '"');
}
