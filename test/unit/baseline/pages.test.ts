import { describe, expect, test } from "vitest";
import { printsUnescaped } from "../../../provider/src/baseline/pages.ts";
import { Unknown } from "../../../provider/src/baseline/rule.ts";

const verdictOf = (page: string) => {
  try {
    return printsUnescaped(page) ? "fails" : "passes";
  } catch (error) {
    if (error instanceof Unknown) return "unknown";
    throw error;
  }
};

describe("a page whose variables are escaped where they are", () => {
  test.each([
    "<p>{{ error_description | escape }}</p>",
    "<p>{{- error_description|escape_once -}}</p>",
    '<p title="{{ error | escape }}">x</p>',
    "<p title='a {{ error | upcase | escape }}'>x</p>",
    '<a href="https://help.example.com/?error={{ error | url_encode }}">x</a>',
    '<a href="/help/{{ error | escape }}">x</a>',
    '<a href="{{ error | url_encode }}">x</a>',
    "<input value={{ error | url_encode }}>",
    "{% assign why = error_description %}{{ why | escape }}",
    "{% if error %}{{ 'An error' }}{% endif %}{{ 5 }}",
    "{% echo error | escape %}",
    "{% raw %}{{ error }}{% endraw %}{% comment %}{{ error }}{% endcomment %}",
    "<title>{{ error | escape }}</title><textarea>{{ error | escape }}</textarea>",
    "<script>let a = 1 < 2;</script><p>{{ error | escape }}</p>",
    "<!-- <script> --><p>{{ error | escape }}</p>",
    '{{ error | replace: "|", "}" | escape }}',
  ])("passes: %s", (page) => expect(verdictOf(page)).toBe("passes"));
});

describe("a page that prints a variable as it is", () => {
  test.each([
    "{{ error }}",
    "{{- error -}}",
    "{{error_description|strip_html}}",
    "{{ error | Escape }}",
    "{{ error | append: '| escape' }}",
    '{{ "escape" | append: error }}',
    "{{ error | default: 'x | escape' }}",
    "{% assign safe = error %}{{ safe }}",
    "{% capture all %}{{ error }}{% endcapture %}",
    "{% echo error %}",
    "{%- echo error | upcase -%}",
    "{{ error | escape }}{{ error }}",
    "{% raw %}{% endraw %}{{ error }}",
    "{% comment %}{{ 'x' }}{% endcomment %}{{ error }}",
  ])("fails: %s", (page) => expect(verdictOf(page)).toBe("fails"));
});

describe("a page whose safety is unknown", () => {
  test.each([
    "{{ error | escape | url_decode }}",
    "<a href=/{{ error | escape }}>x</a>",
    "<a title={{ error | escape }}>x</a>",
    '<a href="{{ error | escape }}">x</a>',
    '<a HREF = " {{ error | escape }}">x</a>',
    "<a onclick=\"say('{{ error | escape }}')\">x</a>",
    "<p {{ error | escape }}>x</p>",
    "<{{ error | escape }}>",
    "<script>say('{{ error | escape }}')</script>",
    "<SCRIPT>{{ error | url_encode }}</SCRIPT>",
    '<p style="color: {{ error | escape }}">x</p>',
    "{% render 'page' %}",
    "{% cycle error, 'x' %}",
    "{% liquid echo error %}",
    "{{ error | escape",
    "{% raw %}{{ error | escape }}",
    "{{ error | append: ' | escape }}",
  ])("is unknown: %s", (page) => expect(verdictOf(page)).toBe("unknown"));
});
