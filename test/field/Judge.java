import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import javax.xml.transform.stream.StreamSource;
import net.sf.saxon.s9api.*;

/**
 * Makes stylesheets of Schematron schemas with the ISO skeleton, and runs them with Saxon. Each line
 * of standard input is a request, with tabs between its words; an empty line ends its answer.
 *
 * <p>`make`, a schema, a target and the folder of the skeleton: one line, `made`, or `broken` and a
 * message. `judge`, a stylesheet and documents: a line for each document, which is `error` or
 * `broken` and a message, or `judged` and for each finding its id, test, location, flag and text,
 * with tabs between. `time` instead of `judge`: the median time of judging, in milliseconds.
 */
public class Judge {
  private static final Processor processor = new Processor(false);
  private static final Map<String, XsltExecutable> steps = new HashMap<>();

  public static void main(String[] arguments) throws Exception {
    PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, "UTF-8");
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] words = line.split("\t");
      if (words[0].equals("make")) out.println(made(words[1], words[2], words[3]));
      else for (String answer : answers(words)) out.println(answer);
      out.println();
      out.flush();
    }
  }

  private static List<String> answers(String[] words) {
    XsltExecutable stylesheet = null;
    String broken = "";
    try {
      stylesheet = compiled(new File(words[1]));
    } catch (SaxonApiException error) {
      broken = String.valueOf(error.getMessage());
    }
    List<String> answers = new ArrayList<>();
    for (int at = 2; at < words.length; at++) {
      if (stylesheet == null) answers.add("broken\t" + flat(broken));
      else answers.add(words[0].equals("time") ? timed(stylesheet, words[at]) : judged(stylesheet, words[at]));
    }
    return answers;
  }

  private static XsltExecutable compiled(File stylesheet) throws SaxonApiException {
    XsltCompiler compiler = processor.newXsltCompiler();
    Silent listener = new Silent();
    compiler.setErrorListener(listener);
    try {
      return compiler.compile(new StreamSource(stylesheet));
    } catch (SaxonApiException error) {
      throw listener.first == null ? error : new SaxonApiException(listener.first);
    }
  }

  /** What the stylesheet reads, it finds beside its schema. */
  private static String made(String schema, String target, String skeleton) {
    try {
      XdmNode document = processor.newDocumentBuilder().build(new File(schema));
      for (String name : new String[] {"dsdl_include", "abstract_expand", "svrl_for_xslt2"}) {
        String path = skeleton + "/iso_" + name + ".xsl";
        if (!steps.containsKey(path)) steps.put(path, compiled(new File(path)));
        XsltTransformer step = steps.get(path).load();
        step.setErrorListener(new Silent());
        if (name.startsWith("svrl")) {
          step.setParameter(new QName("allow-foreign"), new XdmAtomicValue("true"));
          step.setParameter(new QName("only-child-elements"), new XdmAtomicValue("false"));
          step.setParameter(new QName("visit-text"), new XdmAtomicValue("true"));
        }
        step.setInitialContextNode(document);
        XdmDestination result = new XdmDestination();
        result.setBaseURI(new File(schema).toURI());
        step.setDestination(result);
        step.transform();
        document = result.getXdmNode();
      }
      String text = document.toString();
      int at = text.indexOf(' ', text.indexOf("<xsl:stylesheet"));
      String based = text.substring(0, at) + " xml:base=\"" + new File(schema).toURI() + "\"" + text.substring(at);
      java.nio.file.Files.write(new File(target).toPath(), based.getBytes(StandardCharsets.UTF_8));
      return "made";
    } catch (Exception error) {
      return "broken\t" + flat(String.valueOf(error.getMessage()));
    }
  }

  private static String judged(XsltExecutable stylesheet, String path) {
    try {
      XdmDestination report = new XdmDestination();
      Xslt30Transformer transformer = stylesheet.load30();
      transformer.setErrorListener(new Silent());
      XdmNode document = processor.newDocumentBuilder().build(new File(path));
      transformer.setGlobalContextItem(document);
      transformer.applyTemplates(document, report);
      StringBuilder found = new StringBuilder("judged");
      for (XdmNode node : (Iterable<XdmNode>) () -> descendants(report.getXdmNode())) {
        QName name = node.getNodeName();
        if (name == null || !(name.getLocalName().equals("failed-assert") || name.getLocalName().equals("successful-report"))) continue;
        for (String attribute : new String[] {"id", "test", "location", "flag"}) {
          String value = node.getAttributeValue(new QName(attribute));
          found.append('\t').append(value == null ? "" : flat(value));
        }
        found.append('\t').append(textOf(node));
      }
      return found.toString();
    } catch (SaxonApiException error) {
      return "error\t" + flat(String.valueOf(error.getMessage()));
    }
  }

  /** The document has been read; the first two seconds warm up. */
  private static String timed(XsltExecutable stylesheet, String path) {
    try {
      XdmNode document = processor.newDocumentBuilder().build(new File(path));
      List<Double> samples = new ArrayList<>();
      long began = System.nanoTime();
      while (System.nanoTime() - began < 3e9 || samples.size() < 3) {
        long start = System.nanoTime();
        Xslt30Transformer transformer = stylesheet.load30();
        transformer.setErrorListener(new Silent());
        transformer.setGlobalContextItem(document);
        transformer.applyTemplates(document, new XdmDestination());
        if (System.nanoTime() - began > 2e9) samples.add((System.nanoTime() - start) / 1e6);
      }
      Collections.sort(samples);
      return String.valueOf(samples.get(samples.size() / 2));
    } catch (SaxonApiException error) {
      return "error\t" + flat(String.valueOf(error.getMessage()));
    }
  }

  /** The message without the diagnostics. */
  private static String textOf(XdmNode finding) {
    XdmSequenceIterator<XdmNode> children = finding.axisIterator(Axis.CHILD);
    while (children.hasNext()) {
      XdmNode child = children.next();
      if (child.getNodeName() != null && child.getNodeName().getLocalName().equals("text")) return flat(child.getStringValue());
    }
    return "";
  }

  private static Iterator<XdmNode> descendants(XdmNode node) {
    List<XdmNode> found = new ArrayList<>();
    XdmSequenceIterator<XdmNode> nodes = node.axisIterator(Axis.DESCENDANT);
    while (nodes.hasNext()) found.add(nodes.next());
    return found.iterator();
  }

  private static String flat(String text) {
    return text.trim().replaceAll("\\s+", " ");
  }

  private static class Silent implements javax.xml.transform.ErrorListener {
    String first;
    public void warning(javax.xml.transform.TransformerException error) {}
    public void error(javax.xml.transform.TransformerException error) {
      if (first == null) first = error.getMessageAndLocation();
    }
    public void fatalError(javax.xml.transform.TransformerException error) {
      error(error);
    }
  }
}
